import { changePassword } from './account/change-password'
import { updateAccount } from './account/update-account'
import { getChain } from './chains/get-chain'
import { listChains } from './chains/list-chains'
import { putVersion } from './chains/put-version'
import { updateChain } from './chains/update-chain'
import { listExecutions } from './executions/list-executions'
import { getFailurePatterns } from './failures/get-failure-patterns'
import { decideGate } from './gates/decide-gate'
import { getGate } from './gates/get-gate'
import { listGates } from './gates/list-gates'
import { openGate } from './gates/open-gate'
import { undoGate } from './gates/undo-gate'
import { createKey } from './keys/create-key'
import { listKeys } from './keys/list-keys'
import { revokeKey } from './keys/revoke-key'
import { addMember } from './members/add-member'
import { listMembers } from './members/list-members'
import { removeMember } from './members/remove-member'
import type { Operation } from './operation'
import { getOverview } from './overview/get-overview'
import { createProject } from './projects/create-project'
import { getProjectStatus } from './projects/get-status'
import { listProjects } from './projects/list-projects'
import { updateProject } from './projects/update-project'
import { rescoreRuns } from './rescore/rescore-runs'
import { reviewRun } from './reviews/review-run'
import { undoReview } from './reviews/undo-review'
import { ingestRuns } from './runs/ingest/ingest-operation'
import { getRun } from './runs/read/get-run'
import { listRuns } from './runs/read/list-runs'
import { runFacets } from './runs/read/run-facets'
import { loadSample } from './sample/load-sample'
import { completeSetup } from './setup/complete-setup'

/** Every use case there is. REST serves each at the path of its contract; OpenAPI, MCP and the command line choose from this list. */
export const registry: readonly Operation[] = [
  changePassword,
  updateAccount,
  getChain,
  listChains,
  putVersion,
  updateChain,
  listExecutions,
  getFailurePatterns,
  decideGate,
  getGate,
  listGates,
  openGate,
  undoGate,
  createKey,
  listKeys,
  revokeKey,
  addMember,
  listMembers,
  removeMember,
  getOverview,
  createProject,
  getProjectStatus,
  listProjects,
  updateProject,
  rescoreRuns,
  reviewRun,
  undoReview,
  ingestRuns,
  getRun,
  listRuns,
  runFacets,
  loadSample,
  completeSetup,
]
