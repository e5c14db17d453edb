package keep

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The secrets below are invented; they are put together at run time so that no scanner takes this file for a leak.
func secret(parts ...string) string { return strings.Join(parts, "") }

var (
	random20 = "a8F3kQ9zT1bX7mW2cR5e"
	random36 = random20 + "Yp4Ln6Vd0Hs8Jg1U"
	hex32    = "9f86d081884c7d659a2feaa0c55ad015"
	hex40    = hex32 + "a3bf4f1b"
)

func TestBR66_MaskHidesSecrets(t *testing.T) {
	for _, c := range []struct{ name, text, secret, want string }{
		{"an Anthropic key", "use # for the tests", secret("sk-", "ant-api03-", random36, "-_", random36, "AA"), "use [masked key] for the tests"},
		{"an OpenAI key", "key is #.", secret("sk-", random36, "abcdefgh1234"), "key is [masked key]."},
		{"an OpenAI project key", "#", secret("sk-", "proj-", random36, "_", random20), "[masked key]"},
		{"an OpenRouter key", "try #", secret("sk-", "or-v1-", hex32, hex32), "try [masked key]"},
		{"a Stripe live key", "#", secret("sk", "_live_", "51H8xLrKZ0aQwErTyUiOp"), "[masked key]"},
		{"a Stripe webhook secret", "#", secret("whsec", "_", random36), "[masked key]"},
		{"a GitHub personal token", "git clone with #, please", secret("ghp", "_", random36), "git clone with [masked key], please"},
		{"a GitHub OAuth token", "(#)", secret("gho", "_", random36), "([masked key])"},
		{"a GitHub server token", "#", secret("ghs", "_", random36), "[masked key]"},
		{"a fine-grained GitHub token", "#", secret("github", "_pat_", "11ABCDEFG0", random20, "_", random36), "[masked key]"},
		{"a GitLab token", "#", secret("glpat", "-", random20), "[masked key]"},
		{"a Slack bot token", "#", secret("xox", "b-123456789012-1234567890123-", random20), "[masked key]"},
		{"a Slack app token", "#", secret("xapp", "-1-A0123456789-1234567890123-", hex32), "[masked key]"},
		{"a Slack webhook", "post to #", secret("https://hooks.slack", ".com/services/T0123ABCD/B0456EFGH/", random20), "post to [masked key]"},
		{"a Discord webhook", "post to #", secret("https://discord", ".com/api/webhooks/123456789012345678/", random36, "_", random20), "post to [masked key]"},
		{"a Discord bot token", "#", secret("MTk4NjIyNDgzNDcxOTI1MjQ4", ".Cl2FMQ.", "ZnCjm1XVW7vRze4b7Cq4se7kKWs"), "[masked key]"},
		{"a Telegram bot token", "bot #", secret("123456789:", "AAF", random20, "abcdefgh12345"), "bot [masked key]"},
		{"an AWS key id", "AWS_ACCESS_KEY_ID=#", secret("AK", "IAIOSFODNN7EXAMPLE"), "AWS_ACCESS_KEY_ID=[masked key]"},
		{"a temporary AWS key id", "#", secret("AS", "IAIOSFODNN7EXAMPLE"), "[masked key]"},
		{"an AWS secret", "aws_secret_access_key = #", secret("wJalrXUtnFEMI/K7MDENG", "/bPxRfiCYEXAMPLEKEY"), "aws_secret_access_key = [masked key]"},
		{"a Google API key", "#", secret("AI", "zaSyD-", random20, "_abcdefgh1234"), "[masked key]"},
		{"a Google access token", "#", secret("ya29", ".a0Af", random36), "[masked key]"},
		{"an npm token", "#", secret("npm", "_", random36), "[masked key]"},
		{"a PyPI token", "#", secret("pypi", "-AgEIcHlwaS5vcmc", random36), "[masked key]"},
		{"a Hugging Face token", "#", secret("hf", "_", "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh"), "[masked key]"},
		{"a SendGrid key", "#", secret("SG", ".", random20, "ab.", random36), "[masked key]"},
		{"a DigitalOcean token", "#", secret("dop", "_v1_", hex32, hex32), "[masked key]"},
		{"a Shopify token", "#", secret("shpat", "_", hex32), "[masked key]"},
		{"a Tavily key", "#", secret("tvly", "-dev-", random36), "[masked key]"},
		{"a Twilio key", "#", secret("S", "K", hex32), "[masked key]"},
		{"a JSON Web Token", "token #", secret("ey", "JhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.", "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"), "token [masked key]"},
		{"a bearer token", "curl -H 'Authorization: Bearer #'", random36, "curl -H 'Authorization: Bearer [masked key]'"},
		{"a bearer token alone", "send bearer # along", random36, "send bearer [masked key] along"},
		{"basic authentication", "Authorization: Basic #", "dXNlcjpwYXNzd29yZDEyMw==", "Authorization: Basic [masked key]"},
		{"a password in an address", "postgres://app:#@db:5432/x", "Tr0ub4dor&3", "postgres://app:[masked password]@db:5432/x"},
		{"a password in an address with an at sign", "redis://:#@cache", "p@ss", "redis://:[masked password]@cache"},
		{"a token as the user of an address", "https://#@github.com/a/b", hex40, "https://[masked key]@github.com/a/b"},
		{"a key as the password of an address", "https://x-access-token:#@github.com/a/b", secret("ghp", "_", random36), "https://x-access-token:[masked key]@github.com/a/b"},
		{"a password that is assigned", "password=#", "hunter2", "password=[masked password]"},
		{"a password behind a colon", "the DB password: # (staging)", "Sommer-2024!", "the DB password: [masked password] (staging)"},
		{"a password that is announced", "the password is: #", "hunter2", "the password is: [masked password]"},
		{"a password without a sign", "log in as bob, password #, please", "hunter2", "log in as bob, password [masked password], please"},
		{"a quoted password without a sign", `password "#"`, "hunter2", `password "[masked password]"`},
		{"a German password that is told", "das Passwort ist #", "Sommer2024", "das Passwort ist [masked password]"},
		{"a token that is told", "the token is #", random20, "the token is [masked key]"},
		{"a secret key without a sign", "my secret key #", random36, "my secret key [masked key]"},
		{"a password of letters in a compose file", "POSTGRES_PASSWORD: #", "postgres", "POSTGRES_PASSWORD: [masked password]"},
		{"a key in a query, two kinds of runs", "?access_token=#&x=1", "ghijkl123456", "?access_token=[masked key]&x=1"},
		{"a short Slack token", "#", secret("xox", "p-12345-67890-abcdef"), "[masked key]"},
		{"a German password", "Passwort: #", "geheim123", "Passwort: [masked password]"},
		{"a password that is told", "my password is #.", "hunter2", "my password is [masked password]."},
		{"a password in JSON", `{"password": "#"}`, "correcthorse", `{"password": "[masked password]"}`},
		{"a password in escaped JSON", `{\"db_password\": \"#\"}`, "s3cr3t!x", `{\"db_password\": \"[masked password]\"}`},
		{"a password of letters in the environment", "export DB_PASSWORD=#", "correcthorse", "export DB_PASSWORD=[masked password]"},
		{"a password option", "mysql --password # -h db", "s3cr3tpw", "mysql --password [masked password] -h db"},
		{"a password for curl", "curl -u admin:# https://x", "s3cr3tpw", "curl -u admin:[masked password] https://x"},
		{"a connection string", "Server=db;User=sa;Password=#;Encrypt=true", "Xy12ab34", "Server=db;User=sa;Password=[masked password];Encrypt=true"},
		{"an API key in JSON", `"api_key": "#",`, random20, `"api_key": "[masked key]",`},
		{"an API key in prose", "API key: #", hex32, "API key: [masked key]"},
		{"an API key in a query", "GET /v1?api_key=#&q=1", random20, "GET /v1?api_key=[masked key]&q=1"},
		{"a header", "x-api-key: #", random20, "x-api-key: [masked key]"},
		{"a secret in the environment", "SECRET_KEY=#", "d8f!k2#9s-x0q", "SECRET_KEY=[masked key]"},
		{"a token in bold", "**Token:** `#`", random20, "**Token:** `[masked key]`"},
		{"a secret behind an arrow", "'secret' => '#'", random20, "'secret' => '[masked key]'"},
		{"an Azure account key", "AccountKey=#;EndpointSuffix=x", random36 + random36 + "==", "AccountKey=[masked key];EndpointSuffix=x"},
		{"a private key", "here:\n#\nthanks", pem("RSA PRIVATE KEY"), "here:\n[masked private key]\nthanks"},
		{"a private key without a kind", "#", pem("PRIVATE KEY"), "[masked private key]"},
		{"an encrypted private key", "#", strings.Replace(pem("RSA PRIVATE KEY"), "\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,ABCDEF\n\n", 1), "[masked private key]"},
		{"a private key in JSON", `{"private_key":"#\n"}`, strings.ReplaceAll(pem("PRIVATE KEY"), "\n", `\n`), `{"private_key":"[masked private key]\n"}`},
		{"a private key cut off at the end", "#\n\nit ends here", strings.Split(pem("OPENSSH PRIVATE KEY"), "\n-----END")[0], "[masked private key]\n\nit ends here"},
		{"a private key cut off at the beginning", "tail: #", strings.SplitN(pem("PRIVATE KEY"), "\n", 2)[1], "tail: [masked private key]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.ReplaceAll(c.text, "#", c.secret)
			if got := Mask(text); got != c.want {
				t.Errorf("Mask(%q)\n got %q\nwant %q", text, got, c.want)
			}
			if got := Mask(c.want); got != c.want {
				t.Errorf("masked again: %q", got)
			}
		})
	}
}

// pem builds a key block of that kind out of lines that are no key.
func pem(kind string) string {
	line := strings.Repeat("MIIEabcd0123+/XY", 4)
	return secret("-----BEGIN ", kind, "-----\n", line, "\n", line, "\nAb12cd==\n-----END ", kind, "-----")
}

func TestMaskLeavesTheRest(t *testing.T) {
	for _, text := range []string{
		"password must be at least 12 characters",
		"password: required, min 8",
		"token: see docs",
		"the password is stored as bcrypt",
		"the password is sha256-hashed",
		"set the token budget to 200000 and max_tokens=4096",
		"tokens: 155000 -> 4100",
		"revert " + hex40,
		"commit: " + hex40,
		"cherry-pick 3f2a91bc and 0d1e2f3",
		"the token commit: 3f2a91bc",
		"session 550e8400-e29b-41d4-a716-446655440000",
		"session_id: 550e8400-e29b-41d4-a716-446655440000",
		"continuation token: 550e8400-e29b-41d4-a716-446655440000",
		"cache key: " + hex40,
		"key=a1b2c3d4e5f6a7b8c9d0",
		"merge PR #1234 into dev1/ent-221-phase-aware-git-hooks",
		"branch feature/token-refresh-2024-11",
		"token=refresh-token-2024",
		"read src/auth/token_store.go:42",
		"PWD=/home/me/project1",
		"password=os.environ2.get",
		"password = getPassword2(user)",
		"token=config.api2.token",
		"api_key=$API_KEY1",
		"api_key: ${{ secrets.KEY_1 }}",
		"secret: <your secret 1>",
		"use sk-learn-contrib-estimators and sk-image",
		"task-runner, risk-free, desk-12",
		"npm_config_registry and npm_package_version",
		"hf_hub_download(repo_id, filename)",
		"upgrade to v2.1.332-beta.4",
		"    --- PASS: TestFoo123 (0.01s)",
		"first pass: parse2",
		"pk_live_4eC39HqLyjWDarjtT1zdp7dc is the public one",
		"password: !vault |",
		`"password": "at least 12 characters, 2 digits"`,
		"pwd=$(pwd)",
		"token_endpoint: https://auth2.example.com/token",
		"max_tokens: 4096, token_count=12345678",
		"--token-limit 100000 --password-file /run/secrets/db1",
		"public key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0 me@host",
		"tokenizer=cl100k_base",
		"secret: k8s-secret-name-01",
		"revert token " + hex40,
		"sha256:" + hex32 + hex32,
		"token: dev1/ent-221-phase-aware-git-hooks",
		"token: auth/refresh2.go",
		"api_key: src/config/keys1.ts",
		"secret: projects/p1/secrets/s2/versions/3",
		"token=userAccount2",
		"the password form of step2",
		"the key is: rotate every 90 days",
		"git@github.com:entirehq/entire.io.git",
		"https://example.com/a:b/c@2.0.1",
		"npx tool@1.2.3 and user@example.com",
		"postgres://app@db:5432/x and postgres://app:${DB_PASS}@db/x",
		"redis://:***@cache",
		"Authorization: Bearer $TOKEN",
		"bearer tokens must be rotated",
		"docker run -u 1000:1000 image",
		"const passwordField = 'password'",
		"password: string",
		`"password": "required"`,
		"if token == null { return }",
		"type Token struct { Kind TokenKind }",
		"-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq\n-----END PUBLIC KEY-----",
		"-----BEGIN CERTIFICATE-----",
		"----- PRIVATE KEY handling -----",
		"sk-ant-... and ghp_xxxx are placeholders",
		"TheQuickBrownFoxJumpsOverTheLazyDogAndRunsAway",
		"com.example.application.service.AuthenticationTokenProvider",
		"auth: oauth2, secret: base64url",
		"Das Passwort muss 12 Zeichen haben",
		"compass=north, bypass: yes1234",
		"密码: 见文档",
		"2026-11-30T12:00:00Z",
		"",
	} {
		if got := Mask(text); got != text {
			t.Errorf("Mask(%q) = %q", text, got)
		}
	}
}

// halves are beginnings of secrets; a text of nothing else must not make masking slow.
var halves = []string{"sk-", "password=", "a://b:", "ghp_", "eyJa.", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "bearer ", "password is ", "@", "a",
	"MIIEabcd0123+/XY\n", "\\n", "--token "}

func TestMaskingAMegabyteOfHalfSecretsEnds(t *testing.T) {
	for _, piece := range halves {
		text := strings.Repeat(piece, 1<<20/len(piece))
		if Mask(Mask(text)) != Mask(text) {
			t.Errorf("1 MB of %q is masked further at the second time", piece)
		}
	}
}

func BenchmarkMaskHalfSecrets(b *testing.B) {
	for _, piece := range halves {
		b.Run(piece, func(b *testing.B) {
			text := strings.Repeat(piece, 1<<20/len(piece))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Mask(text)
			}
		})
	}
}

// TestMaskTwiceIsMaskOnce puts texts together out of what Mask looks for.
func TestMaskTwiceIsMaskOnce(t *testing.T) {
	pieces := []string{"password", "token", "api_key", "Authorization", "is ", "Bearer ", ": ", ":", "=", " = ", "\"", "'", "`", "\\", "\n", " ", "\t", ",", ";", ".", "@", "://", "https",
		"/", "-", "--", "_", "[", "]", "(", ")", "<", "**", "$", "{", "hunter2", "x", "Sommer-2024!", random20, random36, hex40, "sk-", "sk-ant-", "ghp_", "xoxb-", "eyJ", "AKIA", "AIza",
		"-u ", "SG.", "key", "API ", "123456789", ":AA", "MTk4NjIyNDgzNDcxOTI1MjQ4", ".Cl2FMQ.", "-----BEGIN ", "-----END ", "PRIVATE KEY", "-----", "MIIEabcd0123+/XYMIIE", "==",
		"hooks.slack.com/services/", "[masked key]", "[masked password]", "[masked private key]", "é", "密码"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		once := Mask(b.String())
		if twice := Mask(once); twice != once {
			t.Fatalf("%q\n once %q\ntwice %q", b.String(), once, twice)
		}
	}
}

func FuzzMask(f *testing.F) {
	for _, s := range []string{"password=hunter2", "https://a:b@c", "sk-" + random36, pem("PRIVATE KEY"), "token: `" + random20 + "`", "-u a:b1!cde"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Mask(s)
		if twice := Mask(once); twice != once {
			t.Errorf("not idempotent: %q -> %q -> %q", s, once, twice)
		}
	})
}

func BenchmarkMaskProse(b *testing.B) {
	text := prose(100 << 10)
	if Mask(text) != text {
		b.Fatal("prose was masked")
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Mask(text)
	}
}

// prose makes about n bytes of what an owner and a model write.
func prose(n int) string {
	const p = "Let's keep the `main` branch as it is: run `go test ./...` first, then open a PR against dev1/ent-221-phase-aware-git-hooks. " +
		"I don't like the text parsing, we should read it from somewhere in the project (see docs/design.md, section 4.2).\n" +
		"- Never commit to main; always use worktrees.\n- The limit stays at 20 for now, because nobody asked for more.\n\n"
	return strings.Repeat(p, n/len(p)+1)
}
