import {
  changePassword,
  endOtherSignInSessions,
  endSignInSession,
  getMailChoice,
  listSignInSessions,
  updateAccount,
  updateMailChoice,
} from './account/account'
import { exportAudit, listAuditEvents } from './audit-log/read'
import { verifyAudit } from './audit-log/verify'
import { getBrief, getFailureGroupBrief, getGateBrief, getRunBrief } from './briefs/get'
import { getChainRules, previewChainRules, putChainRules } from './chain-rules/rules'
import { getChain } from './chains/get'
import { listChains } from './chains/list'
import { publishVersion } from './chains/publish'
import { getAuthorities, setAuthorities, updateChain } from './chains/update'
import { getServedVersion, getVersion, putVersion } from './chains/version'
import { addComment, deleteComment, editComment, listComments, resolveComment } from './comments/comments'
import { compareVersions } from './comparisons/compare'
import { putConfiguration } from './configuration/change'
import { getConfiguration, listConfigurationVersions } from './configuration/read'
import { previewConfiguration } from './configuration-preview/preview'
import { createConnection, listConnections, revokeConnection } from './connections/connections'
import { getData, previewRetention, putRedaction, putRetention, testRedaction } from './data/policy'
import { actOnDeadLetter, actOnDeadLetters } from './dead-letters/act'
import { postDeadLetter } from './dead-letters/add'
import { claimDeadLetters, reportDeadLetter } from './dead-letters/lease'
import { getDeadLetter, listDeadLetters } from './dead-letters/list'
import { deleteProject, restoreProject } from './erasure/delete-project'
import { deleteRuns } from './erasure/delete-runs'
import { eraseAccount, erasePerson, exportAccount, exportPerson } from './erasure/person'
import { actOnFailureGroups } from './failures/act'
import { getFailureGroup } from './failures/get'
import { splitFailureGroup } from './failures/merge'
import { getFailurePatterns } from './failures/patterns'
import { searchFailures } from './failures/search'
import { undoFailureEvents } from './failures/undo'
import { assignGate, decideGate, escalateGate, extendGate, undoGate } from './gates/act'
import { getGate, waitForGate } from './gates/get'
import { listGates } from './gates/list'
import { openGate, requestReview } from './gates/open'
import { ingestRuns } from './ingest/ingest-runs'
import { patchRun } from './ingest/patch-run'
import { acceptInvitation, declineInvitation } from './invitations/answer'
import { invite, listInvitations, revokeInvitation } from './invitations/invite'
import { listSignInDomains, putSignInDomain, removeSignInDomain } from './invitations/sign-in-domains'
import { compareOutputs } from './judge/compare-outputs'
import { addJudge, removeJudge, updateJudge } from './judge/manage'
import { resetBreaker, testJudge } from './judge/settings'
import { getJudge, listJudgeCalls } from './judge/status'
import { getRunScenario, keepScenario } from './kept-scenarios/keep'
import { listKeptScenarios, updateKeptScenario } from './kept-scenarios/list'
import { createKey, listKeys, revokeKey } from './keys/keys'
import { getAttribution, recordAttribution } from './learning/attribution'
import { getCalibration } from './learning/calibration'
import { getForecastParts } from './learning/forecast-parts'
import { getMail, testMail } from './mail/settings'
import { listMembers } from './members/list'
import { removeMember, updateMember } from './members/members'
import { listNotifications, readNotifications } from './notifications/list'
import type { Operation, StreamOperation } from './operation'
import { getOverview } from './overview/get'
import { getSpend } from './overview/spend'
import { decidePair, undoPair } from './pairs/answer'
import { askPairs } from './pairs/ask'
import { nextPair, skipPair } from './pairs/claim'
import { exportPreferences } from './pairs/export-preferences'
import { getPairResult } from './pairs/outcomes'
import { revealPairs } from './pairs/reveal'
import { requestPasswordReset, resetPassword } from './password-reset/reset'
import { listProjects } from './projects/list'
import { createProject, getProjectStatus, updateProject } from './projects/projects'
import {
  checkVerification,
  decideDependent,
  evaluateQualityGate,
  forecastVerdict,
  generateFixupTask,
  statelessTools,
} from './quality/tools'
import { listRegressions } from './regressions/list'
import { rescoreRuns } from './rescore/rescore'
import { getAgreement } from './review-queue/agreement'
import { nextReviews, renewReviews, skipReview } from './review-queue/claim'
import { getReviewItem } from './review-queue/items'
import { addReviews, moveReview } from './review-queue/move'
import { getRubric, putRubric } from './review-queue/rubric'
import { showSides } from './review-queue/sides'
import { getReviewQueue } from './review-queue/summary'
import { giveVerdict } from './review-queue/verdict'
import { reviewRun, undoReview } from './reviews/review'
import { getRun } from './run-detail/get'
import { exportDspy } from './run-export/export-dspy'
import { exportRuns } from './run-export/export-runs'
import { countRuns } from './runs/count'
import { runFacets } from './runs/facets'
import { listRuns } from './runs/list'
import { listExecutions } from './runs/list-executions'
import { summarizeExecutions } from './runs/summarize-executions'
import { tagRuns } from './runs/tags'
import { loadSample } from './sample/load'
import { searchEverything } from './search/search'
import { completeSetup } from './setup/first-run'
import { sendSignals } from './signals/send'
import { exportThinkingSession } from './thinking/export'
import {
  clearThinkingHistory,
  getThinkingHistory,
  getThinkingSession,
  getThought,
  listThinkingSessions,
} from './thinking/sessions'
import { deleteThinkingTemplate, listThinkingTemplates, putThinkingTemplate } from './thinking/templates'
import { sequentialThinkingQa } from './thinking/think'
import { claimTrials, reportTrial } from './trials/claim'
import { addTrials, listTrials } from './trials/queue'
import { createView, deleteView, listViews, restoreView, updateView } from './views/views'
import { listDeliveries, replayDeliveries, replayDelivery } from './webhooks/deliveries'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from './webhooks/endpoints'
import { addWeeklyAction, listWeeklyActions, updateWeeklyAction } from './weekly/actions'
import { makeWeek } from './weekly/make'
import { getWeek, listWeeks } from './weekly/page'
import { listFailingWork } from './work/report'

const byNoun: readonly (readonly Operation[])[] = [
  [
    changePassword,
    endOtherSignInSessions,
    endSignInSession,
    getMailChoice,
    listSignInSessions,
    requestPasswordReset,
    resetPassword,
    updateAccount,
    updateMailChoice,
  ],
  [listAuditEvents, verifyAudit],
  [getBrief, getFailureGroupBrief, getGateBrief, getRunBrief],
  [getAuthorities, getChain, listChains, putVersion, setAuthorities, updateChain, compareVersions],
  [getConfiguration, listConfigurationVersions, previewConfiguration, putConfiguration],
  [createConnection, listConnections, revokeConnection],
  [
    actOnDeadLetter,
    actOnDeadLetters,
    claimDeadLetters,
    getDeadLetter,
    listDeadLetters,
    postDeadLetter,
    reportDeadLetter,
  ],
  [listExecutions, summarizeExecutions],
  [actOnFailureGroups, getFailureGroup, getFailurePatterns, searchFailures, splitFailureGroup, undoFailureEvents],
  [
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
  ],
  [acceptInvitation, declineInvitation, invite, listInvitations, revokeInvitation],
  [getChainRules, putChainRules, previewChainRules],
  [listSignInDomains, putSignInDomain, removeSignInDomain],
  [addJudge, compareOutputs, getJudge, listJudgeCalls, removeJudge, resetBreaker, testJudge, updateJudge],
  [getRunScenario, keepScenario, listKeptScenarios, updateKeptScenario],
  [createKey, listKeys, revokeKey],
  [addComment, deleteComment, editComment, listComments, resolveComment],
  [getAttribution, recordAttribution, getForecastParts, getCalibration],
  [getMail, testMail],
  [listMembers, removeMember, updateMember],
  [listNotifications, readNotifications],
  [getOverview],
  [askPairs, decidePair, getPairResult, nextPair, revealPairs, skipPair, undoPair],
  [getSpend],
  [createProject, getProjectStatus, listProjects, updateProject],
  [...statelessTools, checkVerification, decideDependent, forecastVerdict, generateFixupTask, evaluateQualityGate],
  [listRegressions, rescoreRuns],
  [
    addReviews,
    getAgreement,
    getReviewItem,
    getReviewQueue,
    getRubric,
    giveVerdict,
    showSides,
    moveReview,
    nextReviews,
    putRubric,
    renewReviews,
    skipReview,
    reviewRun,
    undoReview,
  ],
  [exportRuns, ingestRuns, getRun, listRuns, countRuns, patchRun, tagRuns, runFacets, sendSignals],
  [searchEverything, loadSample, completeSetup],
  [
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
  ],
  [addTrials, claimTrials, listTrials, reportTrial],
  [getServedVersion, getVersion, publishVersion],
  [createView, deleteView, listViews, restoreView, updateView],
  [
    createEndpoint,
    deleteEndpoint,
    listDeliveries,
    listEndpoints,
    replayDeliveries,
    replayDelivery,
    rotateSecret,
    testEndpoint,
    updateEndpoint,
  ],
  [addWeeklyAction, getWeek, listWeeklyActions, listWeeks, makeWeek, updateWeeklyAction, listFailingWork],
  [getData, previewRetention, putRedaction, putRetention, testRedaction],
  [deleteProject, restoreProject, deleteRuns, eraseAccount, erasePerson, exportAccount, exportPerson],
]

/**
 * Every operation except the streams below. REST serves each at its contract's path; OpenAPI, MCP and the command line choose from this
 * list.
 */
export const registry: readonly Operation[] = byNoun.flat()

/** The operations that answer line by line. */
export const streams: readonly StreamOperation[] = [exportAudit, exportDspy, exportPreferences]
