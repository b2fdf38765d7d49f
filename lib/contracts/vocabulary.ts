// Every fixed list of words that a page draws as well as a contract checks. No schema stands here, so that a page may read it
// without the library that parses.

export const profiles = ['gaff', 'stratt', 'confidence'] as const

export const grades = ['excellent', 'good', 'acceptable', 'poor', 'failed'] as const

export const bands = ['good', 'review', 'poor'] as const

/** Why a person should look at a run, in one word. */
export const runFlags = [
  'vetoed',
  'failed',
  'contradicted',
  'blocked',
  'escalated',
  'overridden',
  'disputed',
  'apart',
  'poor',
  'likely_bad',
] as const

/** Why a run waits for a person's review, the gravest first. */
export const reviewReasons = [
  'gate',
  'escalated',
  'asked',
  'disputed',
  'apart',
  'contradicted',
  'forecast',
  'new_failure',
  'flagged',
  'second',
  'audit',
] as const

export type ReviewReason = (typeof reviewReasons)[number]

export const rubricKinds = ['scale', 'category', 'boolean', 'note'] as const
export const rubricSubjects = ['run', 'step'] as const
/** Items that a rubric may hold. */
export const RUBRIC_MOST = 20

export const decisions = ['accept', 'iterate', 'accept_best', 'escalate', 'insufficient_evidence'] as const

export const failureClasses = [
  'timeout',
  'rate_limited',
  'provider_transient',
  'provider_spend_limit',
  'provider_auth',
  'policy_blocked',
  'invalid_tool_args',
  'missing_target_path',
  'permission_required',
  'unknown',
] as const

/** Where a group of failures stands. A person archives and resolves; the others follow from when it struck. */
export const failureStatuses = ['new', 'escalating', 'regressed', 'ongoing', 'archived', 'resolved'] as const

export const failureActions = ['resolve', 'archive', 'reopen', 'assign', 'merge'] as const

export const failureSorts = ['last_seen', 'first_seen', 'most'] as const

export const convergenceStates = [
  'insufficient',
  'improving',
  'plateauing',
  'degrading',
  'oscillating',
  'undetermined',
] as const

export const executionSorts = ['newest', 'gain', 'attempts', 'expected_gain'] as const

/** Reporting range; `all` reads every rollup there is. */
export const ranges = ['24h', '7d', '30d', '90d', 'all'] as const

export const gateStates = ['pending', 'approved', 'rejected', 'timed_out'] as const

export const gateKinds = ['regression', 'escalation', 'manual'] as const

export const runSorts = [
  'newest',
  'oldest',
  'quality_low',
  'quality_high',
  'confidence_low',
  'confidence_high',
] as const

export const roles = ['viewer', 'reviewer', 'admin'] as const

/** Letters that a password may have, wherever one is chosen. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const

/** What became of an invitation. expired: nobody answered in time. */
export const invitationStates = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const

export const actionStatuses = ['open', 'done', 'dropped'] as const

/** The checks that `validation_rules` may name. */
export const validationRules = [
  'completeness_check',
  'accuracy_verification',
  'consistency_check',
  'format_validation',
] as const

export const rerunStrategies = ['partial', 'full', 'adaptive'] as const

export const sessionStates = ['open', 'finished', 'cleared'] as const

/** What a brief is about. */
export const briefSubjects = ['run', 'gate', 'failureGroup'] as const

export const webhookEventTypes = [
  'run.scored',
  'run.needs_review',
  'regression.detected',
  'gate.opened',
  'gate.warning',
  'gate.approved',
  'gate.rejected',
  'gate.timed_out',
  'gate.reversed',
  'brief.ready',
  'dlq.added',
  'weekly.published',
] as const

/** What a person is told of. */
export const notificationKinds = [
  'gate_opened',
  'gate_assigned',
  'review_assigned',
  'gate_warning',
  'gate_decided',
  'gate_timed_out',
  'gate_reversed',
  'mentioned',
  'weekly_published',
  'pairs_asked',
  'webhook_disabled',
  'mail_failing',
  'work_failing',
] as const

/** Timed work that is done on each item on its own. */
export const workKinds = [
  'gate_deadline',
  'gate_warning',
  'dead_letter',
  'mail',
  'webhook',
  'trial',
  'weekly',
  'learning',
  'pruning',
  'erasure',
  'retention',
  'project_removal',
  'rederivation',
  'settling',
  'payloads',
] as const

/** What became of a deletion of many runs. */
export const erasureStates = ['waiting', 'running', 'done'] as const

/** What is found in texts by the way it is written, where a project asks for it. */
export const redactionKinds = ['email', 'card', 'api_key', 'bearer'] as const

/** What became of a mail. dropped: it was not wanted any more. */
export const mailStates = ['waiting', 'sent', 'failed', 'dropped'] as const

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export const webhookForms = ['standard', 'slack'] as const

export const deadLetterCategories = [
  'TRANSIENT',
  'RATE_LIMITED',
  'RESOURCE',
  'DEPENDENCY',
  'PERMANENT',
  'VALIDATION',
  'INTERNAL',
  'CANCELLED',
] as const

export const deadLetterStatuses = ['pending', 'retrying', 'resolved', 'abandoned'] as const

export const deadLetterActions = ['retry', 'resolve', 'abandon'] as const

/** Most things that one action may name. */
export const MAX_BULK = 500

/** Lists whose filters can be kept under a name. */
export const viewScreens = ['runs', 'gates', 'failures', 'dead-letters', 'convergence'] as const

export const viewScopes = ['own', 'shared'] as const

export const spendGroups = ['chain', 'version', 'day'] as const

/** The scores whose mean is drawn over time: how good the runs were, and how sure the desk is of them. */
export const trendScores = ['quality', 'confidence'] as const
export type TrendScore = (typeof trendScores)[number]

/** Parts of the MCP tools that a client may ask to be shown alone. */
export const toolsets = ['runs', 'gates', 'quality', 'judgement', 'thinking'] as const
export type Toolset = (typeof toolsets)[number]

/** What a page is told of as it changes. */
export const liveTopics = [
  'runs',
  'review',
  'run',
  'gates',
  'gate',
  'comments',
  'chains',
  'members',
  'keys',
  'dead-letters',
  'failures',
  'configuration',
  'judge',
  'thinking',
  'thinking-templates',
  'weekly',
  'notifications',
  'mail',
  'trials',
  'webhooks',
  'audit',
  'connections',
  'pairs',
  'views',
  'data',
] as const

/**
 * What became of a fault on a later version. came_back: the same again; failed_otherwise: another failure; below: rated lower than it
 * should be; not_seen: not the same again, and nobody has reviewed it; unclear: nothing but a person can tell, and none has.
 */
export const keptStates = [
  'came_back',
  'failed_otherwise',
  'below',
  'unclear',
  'waiting',
  'not_run',
  'not_seen',
  'passed',
] as const

/** Most trials that are queued at once for a version that is published already. */
export const MAX_ADDED_TRIALS = 100

/** The protocols by which a judge is asked. */
export const judgeKinds = ['openai', 'anthropic', 'gemini'] as const
