import * as chains from '@/lib/contracts/chains'
import type { Contract } from '@/lib/contracts/contract'
import * as executions from '@/lib/contracts/executions'
import * as gates from '@/lib/contracts/gates'
import * as ingest from '@/lib/contracts/ingest'
import * as overview from '@/lib/contracts/overview'
import * as projects from '@/lib/contracts/projects'
import * as rescore from '@/lib/contracts/rescore'
import * as reviews from '@/lib/contracts/reviews'
import * as runs from '@/lib/contracts/runs'
import * as setup from '@/lib/contracts/setup'

const modules = [chains, executions, gates, ingest, overview, projects, rescore, reviews, runs, setup]

/** Every operation there is over HTTP. */
export const contracts: Contract[] = modules.flatMap((module) => Object.values<unknown>(module).filter(isContract))

/** Those about one project. */
export const projectContracts = contracts.filter(({ scope }) => scope !== 'public' && scope !== 'session')

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'scope' in value && 'method' in value && 'path' in value
}

/** The ids that paths name, of things that exist. */
export type PathIds = Record<'gateId' | 'runId' | 'decisionId' | 'userId' | 'keyId' | 'chain', string>

/** The path of an operation with ids filled in. */
export function pathOf(contract: Contract, ids: PathIds): string {
  return contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = Object.entries(ids).find(([key]) => key === name)?.[1]
    if (id === undefined) throw new Error(`${contract.name} names {${name}} in its path, which no test fills in`)
    return encodeURIComponent(id)
  })
}
