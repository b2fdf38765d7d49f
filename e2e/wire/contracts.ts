import type { Contract } from '@/lib/contracts/contract'
import { registry } from '@/lib/operations/registry'

/** Every operation there is over HTTP. */
export const contracts: Contract[] = registry.map((operation) => operation.contract)

/** Those about one project. */
export const projectContracts = contracts.filter(({ scope }) => scope !== 'public' && scope !== 'session')

/** The ids that paths name, of things that exist. */
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
  | 'viewId'
  | 'domain'
  | 'connectionId'
export type PathIds = Record<PathName, string>

/** The path of an operation with ids filled in. */
export function pathOf(contract: Contract, ids: PathIds): string {
  return contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = Object.entries(ids).find(([key]) => key === name)?.[1]
    if (id === undefined) throw new Error(`${contract.name} names {${name}} in its path, which no test fills in`)
    return encodeURIComponent(id)
  })
}
