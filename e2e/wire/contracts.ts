import type { Contract } from '@/lib/contracts/contract'
import { registry } from '@/lib/operations/registry'

/** All operations available over HTTP. */
export const contracts: Contract[] = registry.map((operation) => operation.contract)

/** Operations of one project. */
export const projectContracts = contracts.filter(({ scope }) => scope !== 'public' && scope !== 'session')

/** The path parameters that tests fill with existing ids. */
type PathName =
  | 'gateId'
  | 'judgeId'
  | 'runId'
  | 'decisionId'
  | 'userId'
  | 'keyId'
  | 'invitationId'
  | 'chain'
  | 'version'
  | 'trialId'
  | 'sessionId'
  | 'ordinal'
  | 'name'
  | 'deadLetterId'
  | 'action'
  | 'endpointId'
  | 'messageId'
  | 'week'
  | 'actionId'
  | 'group'
  | 'commentId'
  | 'scenarioId'
  | 'pairId'
  | 'verdictId'
  | 'viewId'
  | 'domain'
  | 'connectionId'
export type PathIds = Record<PathName, string>

/** Returns the path of an operation with its ids filled in. */
export function pathOf(contract: Contract, ids: PathIds): string {
  return contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = Object.entries(ids).find(([key]) => key === name)?.[1]
    if (id === undefined) throw new Error(`${contract.name} names {${name}} in its path, which no test fills in`)
    return encodeURIComponent(id)
  })
}
