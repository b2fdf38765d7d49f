import { changePassword } from './account/change-password'
import { getMailChoice } from './account/get-mail-choice'
import { updateAccount } from './account/update-account'
import { updateMailChoice } from './account/update-mail-choice'
import { exportAudit } from './audit-log/export-audit'
import { listAuditEvents } from './audit-log/list-audit-events'
import { verifyAudit } from './audit-log/verify-audit'
import { getAuthorities } from './chains/get-authorities'
import { getChain } from './chains/get-chain'
import { listChains } from './chains/list-chains'
import { putVersion } from './chains/put-version'
import { setAuthorities } from './chains/set-authorities'
import { updateChain } from './chains/update-chain'
import { getConfiguration } from './configuration/get-configuration'
import { listConfigurationVersions } from './configuration/list-configuration-versions'
import { previewConfiguration } from './configuration/preview-configuration'
import { putConfiguration } from './configuration/put-configuration'
import { actOnDeadLetter } from './dead-letters/act-on-dead-letter'
import { actOnDeadLetters } from './dead-letters/act-on-dead-letters'
import { claimDeadLetters } from './dead-letters/claim-dead-letters'
import { getDeadLetter } from './dead-letters/get-dead-letter'
import { listDeadLetters } from './dead-letters/list-dead-letters'
import { postDeadLetter } from './dead-letters/post-dead-letter'
import { reportDeadLetter } from './dead-letters/report-dead-letter'
import { listExecutions } from './executions/list-executions'
import { getFailurePatterns } from './failures/get-failure-patterns'
import { searchFailures } from './failures/search-failures'
import { assignGate } from './gates/assign-gate'
import { decideGate } from './gates/decide-gate'
import { escalateGate } from './gates/escalate-gate'
import { extendGate } from './gates/extend-gate'
import { getGate } from './gates/get-gate'
import { listGates } from './gates/list-gates'
import { openGate } from './gates/open-gate'
import { requestReview } from './gates/request-review'
import { undoGate } from './gates/undo-gate'
import { waitForGate } from './gates/wait-for-gate'
import { acceptInvitation } from './invitations/accept-invitation'
import { declineInvitation } from './invitations/decline-invitation'
import { invite } from './invitations/invite'
import { listInvitations } from './invitations/list-invitations'
import { revokeInvitation } from './invitations/revoke-invitation'
import { compareOutputs } from './judge/compare-outputs'
import { getJudge } from './judge/get-judge'
import { listJudgeCalls } from './judge/list-judge-calls'
import { resetBreaker } from './judge/reset-breaker'
import { testJudge } from './judge/test-judge'
import { createKey } from './keys/create-key'
import { listKeys } from './keys/list-keys'
import { revokeKey } from './keys/revoke-key'
import { getMail } from './mail/get-mail'
import { testMail } from './mail/test-mail'
import { listMembers } from './members/list-members'
import { removeMember } from './members/remove-member'
import { updateMember } from './members/update-member'
import { listNotifications } from './notifications/list-notifications'
import { readNotifications } from './notifications/read-notifications'
import type { Operation } from './operation'
import { getOverview } from './overview/get-overview'
import { createProject } from './projects/create-project'
import { getProjectStatus } from './projects/get-status'
import { listProjects } from './projects/list-projects'
import { updateProject } from './projects/update-project'
import { analyzeConvergence } from './quality/analyze-convergence'
import { analyzeFailurePatterns } from './quality/analyze-failure-patterns'
import { checkAccuracy } from './quality/check-accuracy'
import { checkCompleteness } from './quality/check-completeness'
import { checkVerification } from './quality/check-verification'
import { classifyFailure } from './quality/classify-failure'
import { decideDependent } from './quality/decide-dependent'
import { decideIteration } from './quality/decide-iteration'
import { detectHallucinations } from './quality/detect-hallucinations'
import { detectRegression } from './quality/detect-regression'
import { determineRerunStrategy } from './quality/determine-rerun-strategy'
import { evaluateQualityGate } from './quality/evaluate-quality-gate'
import { generateFixupTask } from './quality/generate-fixup-task'
import { scoreConfidence } from './quality/score-confidence'
import { scoreQuality } from './quality/score-quality'
import { scoreTrace } from './quality/score-trace'
import { synthesizeFeedback } from './quality/synthesize-feedback'
import { validateExecutionResult } from './quality/validate-execution-result'
import { validateOutput } from './quality/validate-output'
import { listRegressions } from './regressions/list-regressions'
import { rescoreRuns } from './rescore/rescore-runs'
import { reviewRun } from './reviews/review-run'
import { undoReview } from './reviews/undo-review'
import { exportDspy } from './runs/dspy/export-dspy'
import { exportRuns } from './runs/export/export-runs'
import { ingestRuns } from './runs/ingest/ingest-operation'
import { getRun } from './runs/read/get-run'
import { listRuns } from './runs/read/list-runs'
import { runFacets } from './runs/read/run-facets'
import { loadSample } from './sample/load-sample'
import { completeSetup } from './setup/complete-setup'
import type { StreamOperation } from './stream-operation'
import { clearThinkingHistory } from './thinking/clear-thinking-history'
import { deleteThinkingTemplate } from './thinking/delete-template'
import { exportThinkingSession } from './thinking/export-session'
import { getThinkingSession } from './thinking/get-session'
import { getThinkingHistory } from './thinking/get-thinking-history'
import { getThought } from './thinking/get-thought'
import { listThinkingSessions } from './thinking/list-sessions'
import { listThinkingTemplates } from './thinking/list-templates'
import { putThinkingTemplate } from './thinking/put-template'
import { sequentialThinkingQa } from './thinking/sequential-thinking-qa'
import { addTrials } from './trials/add-trials'
import { claimTrials } from './trials/claim-trials'
import { listTrials } from './trials/list-trials'
import { reportTrial } from './trials/report-trial'
import { getServedVersion } from './versions/get-served-version'
import { getVersion } from './versions/get-version'
import { publishVersion } from './versions/publish-version'
import { createEndpoint } from './webhooks/create-endpoint'
import { deleteEndpoint } from './webhooks/delete-endpoint'
import { listDeliveries } from './webhooks/list-deliveries'
import { listEndpoints } from './webhooks/list-endpoints'
import { replayDeliveries } from './webhooks/replay-deliveries'
import { replayDelivery } from './webhooks/replay-delivery'
import { rotateSecret } from './webhooks/rotate-secret'
import { testEndpoint } from './webhooks/test-endpoint'
import { updateEndpoint } from './webhooks/update-endpoint'
import { addWeeklyAction } from './weekly/add-action'
import { getWeek } from './weekly/get-week'
import { listWeeklyActions } from './weekly/list-actions'
import { listWeeks } from './weekly/list-weeks'
import { makeWeek } from './weekly/make-week'
import { updateWeeklyAction } from './weekly/update-action'
import { listFailingWork } from './work/list-failing-work'

/** Every use case there is, but for the streams below. REST serves each at the path of its contract; OpenAPI, MCP and the command line choose from this list. */
export const registry: readonly Operation[] = [
  changePassword,
  getMailChoice,
  updateAccount,
  updateMailChoice,
  listAuditEvents,
  verifyAudit,
  getAuthorities,
  getChain,
  listChains,
  putVersion,
  setAuthorities,
  updateChain,
  getConfiguration,
  listConfigurationVersions,
  previewConfiguration,
  putConfiguration,
  actOnDeadLetter,
  actOnDeadLetters,
  claimDeadLetters,
  getDeadLetter,
  listDeadLetters,
  postDeadLetter,
  reportDeadLetter,
  listExecutions,
  getFailurePatterns,
  searchFailures,
  assignGate,
  decideGate,
  escalateGate,
  extendGate,
  getGate,
  listGates,
  openGate,
  requestReview,
  undoGate,
  waitForGate,
  acceptInvitation,
  declineInvitation,
  invite,
  listInvitations,
  revokeInvitation,
  compareOutputs,
  getJudge,
  listJudgeCalls,
  resetBreaker,
  testJudge,
  createKey,
  listKeys,
  revokeKey,
  getMail,
  testMail,
  listMembers,
  removeMember,
  updateMember,
  listNotifications,
  readNotifications,
  getOverview,
  createProject,
  getProjectStatus,
  listProjects,
  updateProject,
  analyzeConvergence,
  analyzeFailurePatterns,
  checkAccuracy,
  checkCompleteness,
  checkVerification,
  classifyFailure,
  decideDependent,
  decideIteration,
  detectHallucinations,
  detectRegression,
  determineRerunStrategy,
  generateFixupTask,
  evaluateQualityGate,
  scoreConfidence,
  scoreQuality,
  scoreTrace,
  synthesizeFeedback,
  validateExecutionResult,
  validateOutput,
  listRegressions,
  rescoreRuns,
  reviewRun,
  undoReview,
  exportRuns,
  ingestRuns,
  getRun,
  listRuns,
  runFacets,
  loadSample,
  completeSetup,
  clearThinkingHistory,
  deleteThinkingTemplate,
  exportThinkingSession,
  getThinkingSession,
  getThinkingHistory,
  getThought,
  listThinkingSessions,
  listThinkingTemplates,
  putThinkingTemplate,
  sequentialThinkingQa,
  addTrials,
  claimTrials,
  listTrials,
  reportTrial,
  getServedVersion,
  getVersion,
  publishVersion,
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  replayDeliveries,
  replayDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
  addWeeklyAction,
  getWeek,
  listWeeklyActions,
  listWeeks,
  makeWeek,
  updateWeeklyAction,
  listFailingWork,
]

/** The use cases that are answered line by line. */
export const streams: readonly StreamOperation[] = [exportAudit, exportDspy]
