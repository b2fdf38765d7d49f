// Fixed vocabularies used by both pages and contracts. Contains no schema, so that pages can import it without the validation library.

/** The version of runs sent without one. */
export const UNVERSIONED = 'unversioned'

export const profiles = ['gaff', 'stratt', 'confidence'] as const

export const grades = ['excellent', 'good', 'acceptable', 'poor', 'failed'] as const

export const bands = ['good', 'review', 'poor'] as const

/** Statuses of runs that have ended. */
export const finishedStatuses = ['completed', 'failed', 'failed_quality', 'paused_for_approval', 'cancelled'] as const

/** Why a person should look at a run. */
export const runFlags = [
  'vetoed',
  'failed',
  'contradicted',
  'contract_unusable',
  'blocked',
  'escalated',
  'overridden',
  'disputed',
  'apart',
  'poor',
  'likely_bad',
] as const

/** Why a run waits for a review, most serious first. */
export const reviewReasons = [
  'gate',
  'disputed',
  'escalated',
  'asked',
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

/** What stands as the message of a failure that came without one. */
export const NO_ERROR_MESSAGE = 'no error message'

/** Stands for a text that was removed by age or on demand. Where a score was measured on it, its presence still counts. */
export const CONTENT_REMOVED = '[content removed]'

/** The node of a failure of the run itself, of which no node is the cause. */
export const RUN_ITSELF = 'run'

/** root: its cause; cascade: inherited from a dependency that had failed. */
export const failureRoles = ['root', 'cascade'] as const
export type FailureRole = (typeof failureRoles)[number]

/** Status of a failure group. A person archives and resolves; the others are derived from when it occurred. */
export const failureStatuses = ['new', 'escalating', 'regressed', 'ongoing', 'archived', 'resolved'] as const
export const openFailureStatuses = [
  'new',
  'ongoing',
  'escalating',
  'regressed',
] as const satisfies readonly (typeof failureStatuses)[number][]

export const failureActions = ['resolve', 'archive', 'reopen', 'assign', 'merge'] as const

export const failureSorts = ['last_seen', 'first_seen', 'most'] as const

export const chainSorts = ['name', 'last_run', 'runs', 'largest_drop'] as const

export const convergenceStates = [
  'insufficient',
  'improving',
  'plateauing',
  'degrading',
  'oscillating',
  'undetermined',
] as const

export const executionSorts = ['newest', 'gain', 'attempts', 'expected_gain'] as const

/** Reporting range; `all` reads every rollup. */
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

/** From the one that may do the least. */
export const roles = ['viewer', 'reviewer', 'admin'] as const

/** State of an invitation. expired: it was not answered in time. */
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
  'failure.regressed',
  'failure.escalated',
  'brief.ready',
  'brief.withdrawn',
  'dlq.added',
  'weekly.published',
] as const

export const notificationKinds = [
  'gate_opened',
  'gate_assigned',
  'review_assigned',
  'failure_assigned',
  'failure_worse',
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

/** Scheduled work that is processed item by item. */
export const workKinds = [
  'gate_deadline',
  'gate_warning',
  'dead_letter',
  'mail',
  'webhook',
  'trial',
  'weekly',
  'ranking',
  'learning',
  'pruning',
  'erasure',
  'retention',
  'project_removal',
  'rederivation',
  'settling',
  'payloads',
] as const

/** State of a bulk deletion. */
export const erasureStates = ['waiting', 'running', 'done'] as const

/** Patterns that a project can have redacted from texts. */
export const redactionKinds = ['email', 'card', 'api_key', 'bearer'] as const

/** State of a mail. dropped: the recipient no longer wanted it, or its gate no longer waited. */
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

/** Lists with saved views. */
export const viewScreens = ['runs', 'gates', 'failures', 'dead-letters', 'convergence'] as const

export const viewScopes = ['own', 'shared'] as const

export const spendGroups = ['chain', 'version', 'day'] as const

/** The scores whose mean is charted over time: quality of the runs, and the desk's confidence in them. */
export const trendScores = ['quality', 'confidence'] as const
export type TrendScore = (typeof trendScores)[number]

/** Parts of the MCP tools that a client may list alone. */
export const toolsets = ['runs', 'gates', 'quality', 'judgement', 'thinking'] as const
export type Toolset = (typeof toolsets)[number]

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
  'projects',
  'account',
] as const

/**
 * States of a kept scenario on a later version, most urgent first. came_back: the same fault again; failed_otherwise: another failure;
 * below: rated lower than expected; not_seen: the fault did not recur, not reviewed yet; unclear: only a person can judge it, and none has.
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

/** Reason of a suggested cause for which there is no evidence: it is only as likely as the other steps. */
export const NOTHING_STANDS_OUT = 'nothing else stands out'

/** Protocols of judge endpoints. */
export const judgeKinds = ['openai', 'anthropic', 'gemini'] as const
