package settings

import (
	"math"
	"strings"
	"sync"
)

// table is what client 2.1.332 takes for the keys it knows; for one wrong value it skips the file whole. A dot leads into
// an object, * stands for each of its members or each element of a list, and [] makes a list of the kind. Keys that it
// knows and whose wrong values it passes over stand nowhere here. Each row was run on the client
// (cmd/compact-keeper/settings_client_test.go).
var table = []struct {
	takes kind
	keys  string
}{
	{aString, `$schema advisorModel agent apiKeyHelper attributionProject autoMemoryDirectory awsAuthRefresh
		awsCredentialExport claudeMd downloadsMirrorUrl gcpAuthRefresh language minimumVersion model modelCatalogPublicKey
		modelCatalogUrl otelHeadersHelper outputStyle plansDirectory pluginTrustMessage prUrlTemplate processWrapper
		proxyAuthHelper requiredMaximumVersion requiredMinimumVersion timeFormat timeZone`},
	{aBoolean, `allowAllClaudeAiMcps allowClaudeInChromeWithManagedMcp allowNestedModelAccessUnderForceLogin
		alwaysThinkingEnabled agentPushNotifEnabled autoCompactEnabled autoDreamEnabled autoMemoryEnabled autoScrollEnabled
		awaySummaryEnabled axScreenReader bashEditDiffEnabled clawdFileProgressEnabled disableAllHooks disableReplyCheck
		doneMeansMerged emojiCompletionEnabled fastMode forceRemoteSettingsRefresh idleCompaction includeCoAuthoredBy
		includeGitInstructions inputNeededNotifEnabled precomputeCompactionEnabled prefersReducedMotion
		promptSuggestionEnabled respectGitignore respondToBashCommands showClearContextOnPlanAccept showMessageTimestamps
		showThinkingSummaries showTurnDuration spinnerTipsEnabled switchModelsOnFlag syntaxHighlightingDisabled
		terminalProgressBarEnabled terminalTitleFromRename todoFeatureEnabled totalTokensReminderAfterUserTurn verbose
		voiceEnabled wheelScrollAccelerationEnabled workflowKeywordTriggerEnabled wslInheritsWindowsSettings`},
	{aBooleanOrNull, `allowManagedHooksOnly allowManagedMcpServersOnly allowManagedPermissionRulesOnly
		autoContinueAtUsageLimit autoUploadSessions channelsEnabled disableAgentView disableArtifact disableBundledSkills
		disableClaudeAiConnectors disableCommandPluginSources disableDirectMcpSkills disableRemoteControl
		disableSideloadFlags disableSkillShellExecution disableWindowsBashCommandSplit disableWorkflows
		enableAllProjectMcpServers enableArtifact enableWorkflows enforceAvailableModels fastModePerSessionOptIn
		fileCheckpointingEnabled isolatePeerMachines remoteControlAtStartup responseComparisonEnabled
		skipAutoPermissionPrompt skipDangerousModePermissionPrompt skipWebFetchPreflight skipWorkflowUsageWarning
		syncClaudeAiPlugins syncClaudeAiSkills useAutoModeDuringPlan`},
	{whole(1), `cleanupPeriodDays skillListingMaxDescChars totalTokensReminderBudget`},
	{whole(0), `desktopSessionCleanupPeriodDays`},
	{number("above 0, at most 1", func(n float64) bool { return n > 0 && n <= 1 }), `skillListingBudgetFraction`},
	{number("from 0 to 1", func(n float64) bool { return n >= 0 && n <= 1 }), `feedbackSurveyRate`},
	{aString, `allowedHttpHookUrls[] availableModels[] claudeMdExcludes[] companyAnnouncements[] fallbackModel[]
		httpHookAllowedEnvVars[] pluginSuggestionMarketplaces[]`},
	{aListOrNull, `allowedMarketplaces blockedMarketplaces strictKnownMarketplaces`},
	{objectWith("source"), `allowedMarketplaces.* blockedMarketplaces.* strictKnownMarketplaces.*`},
	{aString, `allowedMarketplaces.*.source blockedMarketplaces.*.source strictKnownMarketplaces.*.source`},
	{aStringOrList, `forceLoginOrgUUID`},
	{aServerOrList, `disabledMcpjsonServers enabledMcpjsonServers`},
	{aString, `disabledMcpjsonServers.* enabledMcpjsonServers.* forceLoginOrgUUID.*`},
	{oneOf("latest", "stable", "rc"), `autoUpdatesChannel`},
	{oneOf("transient", "ask"), `daemonColdStart`},
	{oneOf("bash", "powershell"), `defaultShell`},
	{oneOf("chat", "transcript"), `defaultView`},
	{orNull(oneOf("disable")), `disableAutoMode disableDeepLinkRegistration`},
	{orNull(oneOf("notify", "quiet", "off")), `feedbackDrafts`},
	{oneOf("first-wins", "merge"), `managedSourcesBehavior parentSettingsBehavior`},
	{oneOf("off", "infinite", "fixed", "countdown", "padded-countdown"), `totalTokensReminder`},
	{oneOf("default", "fullscreen"), `tui`},
	{oneOf("unrestricted", "small", "medium", "large"), `workflowSizeGuideline`},

	{objectWith("marketplace", "plugin"), `allowedChannelPlugins[]`},
	{aString, `allowedChannelPlugins.*.marketplace allowedChannelPlugins.*.plugin`},
	{aBooleanOrObject, `attribution`},
	{aString, `attribution.commit attribution.pr`},
	{aBoolean, `attribution.sessionUrl`},
	{anObject, `autoMode`},
	{aString, `autoMode.allow[] autoMode.environment[] autoMode.hard_deny[] autoMode.soft_deny[]`},
	{aBoolean, `autoMode.classifyAllShell`},
	{anObject, `breakReminder quietHours`},
	{aBoolean, `breakReminder.enabled quietHours.enabled`},
	{whole(1), `breakReminder.breakThresholdMinutes breakReminder.intervalMinutes`},
	{aString, `breakReminder.message`},
	{aTime, `quietHours.end quietHours.start`},
	{anObject, `enabledPlugins env`},
	{aBooleanOrList, `enabledPlugins.*`},
	{aString, `enabledPlugins.*.*`},
	{objectWith("type", "command"), `fileSuggestion statusLine`},
	{oneOf("command"), `fileSuggestion.type statusLine.type`},
	{aString, `fileSuggestion.command statusLine.command`},
	{aNumber, `statusLine.padding`},
	{aBoolean, `statusLine.hideVimModeIndicator`},
	{aSource, `additionalMarketplaces.*.source.source extraKnownMarketplaces.*.source.source`},
	{anObject, `modelOverrides skillOverrides`},
	{aString, `modelOverrides.*`},
	{oneOf("on", "name-only", "user-invocable-only", "off"), `skillOverrides.*`},
	{anObject, `permissions`},
	{aList, `permissions.allow permissions.ask permissions.deny`},
	{aString, `permissions.additionalDirectories[]`},
	{oneOf("acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan"), `permissions.defaultMode`},
	{oneOf("disable"), `permissions.disableAutoMode permissions.disableBypassPermissionsMode`},
	{aBoolean, `permissions.blockFileToolReadsOutsideWorkingDirectories permissions.blockReadsOutsideWorkingDirectories
		permissions.blockWritesOutsideWorkingDirectories permissions.denyInsteadOfPrompting`},
	{anObject, `pluginConfigs pluginConfigs.* pluginConfigs.*.mcpServers pluginConfigs.*.mcpServers.* pluginConfigs.*.options`},
	{anOption, `pluginConfigs.*.mcpServers.*.* pluginConfigs.*.options.*`},
	{aString, `pluginConfigs.*.mcpServers.*.*.* pluginConfigs.*.options.*.*`},
	{anObject, `remote remoteTools`},
	{aString, `remote.defaultEnvironmentId`},
	{aBoolean, `remoteTools.allowUnattendedServing`},
	{anObject, `sandbox sandbox.credentials sandbox.filesystem sandbox.ignoreViolations sandbox.network sandbox.windows`},
	{aBoolean, `sandbox.allowAppleEvents sandbox.allowNestedUserNamespaces sandbox.allowUnsandboxedCommands
		sandbox.autoAllowBashIfSandboxed sandbox.enableWeakerNestedSandbox sandbox.enableWeakerNetworkIsolation
		sandbox.enabled sandbox.failIfUnavailable sandbox.filesystem.allowManagedReadPathsOnly sandbox.filesystem.disabled
		sandbox.network.allowAllUnixSockets sandbox.network.allowLocalBinding sandbox.network.allowManagedDomainsOnly
		sandbox.network.strictAllowlist`},
	{aString, `sandbox.excludedCommands[] sandbox.filesystem.allowRead[] sandbox.filesystem.allowWrite[]
		sandbox.filesystem.denyRead[] sandbox.filesystem.denyWrite[] sandbox.ignoreViolations.*[]
		sandbox.network.allowMachLookup[] sandbox.network.allowUnixSockets[] sandbox.network.allowedDomains[]
		sandbox.network.deniedDomains[] sandbox.ripgrep.args[]`},
	{aNumber, `sandbox.network.httpProxyPort sandbox.network.socksProxyPort`},
	{objectWith("command"), `sandbox.ripgrep`},
	{aString, `sandbox.ripgrep.command`},
	{oneOf("sandboxuser", "mxc"), `sandbox.windows.backend`},
	{objectWith("mode", "verbs"), `spinnerVerbs`},
	{oneOf("append", "replace"), `spinnerVerbs.mode`},
	{aString, `spinnerVerbs.verbs[]`},
	{objectWith("id", "name", "sshHost"), `sshConfigs[]`},
	{aString, `sshConfigs.*.id sshConfigs.*.name sshConfigs.*.sshHost sshConfigs.*.sshIdentityFile sshConfigs.*.startDirectory`},
	{whole(math.MinInt64), `sshConfigs.*.sshPort`},
	{anObject, `voice`},
	{aBoolean, `voice.autoSubmit voice.enabled`},
	{oneOf("hold", "tap"), `voice.mode`},
	{anObject, `worktree`},
	{oneOf("fresh", "head"), `worktree.baseRef`},
	{aString, `worktree.sparsePaths[] worktree.symlinkDirectories[]`},

	// Wrong values below hooks are passed over, but for these events: a hook of them may be what holds a permission up.
	{aListOrNull, guardKeys("")},
	{objectWith("hooks"), guardKeys(".*")},
	{aString, guardKeys(".*.matcher")},
	{aHook, guardKeys(".*.hooks[]")},
	{number("above 0", func(n float64) bool { return n > 0 }), guardKeys(".*.hooks.*.timeout")},
	{aString, guardKeys(".*.hooks.*.if", ".*.hooks.*.statusMessage")},
	{aBoolean, guardKeys(".*.hooks.*.once")},
}

func guardKeys(below ...string) string {
	var keys []string
	for _, event := range guards {
		for _, b := range below {
			keys = append(keys, "hooks."+event+b)
		}
	}
	return strings.Join(keys, " ")
}

// node is the table as a tree.
type node struct {
	takes *kind
	below map[string]*node
}

var known = sync.OnceValue(func() *node {
	root := &node{below: map[string]*node{}}
	for _, row := range table {
		for _, key := range strings.Fields(row.keys) {
			key, list := strings.CutSuffix(key, "[]")
			n := root
			for _, name := range strings.Split(key, ".") {
				n = n.at(name)
			}
			if list {
				n.takes = &aList
				n = n.at("*")
			}
			n.takes = &row.takes
		}
	}
	return root
})

// at is the node of that name below n, made where there is none.
func (n *node) at(name string) *node {
	if n.below[name] == nil {
		n.below[name] = &node{below: map[string]*node{}}
	}
	return n.below[name]
}
