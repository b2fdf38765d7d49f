import type { Contract, InputOf, OutputOf } from './contract'

type ContractsIn<Module> = {
  readonly [K in keyof Module as Module[K] extends Contract ? TargetOf<Module[K]> : never]: Module[K]
}

type TargetOf<C extends Contract> = `${C['method']} ${C['path']}`

/** Every contract by method and path, as types only, so that naming one by its target imports no schema. Add a new contract module here. */
type Contracts = ContractsIn<typeof import('./audit')> &
  ContractsIn<typeof import('./attributions')> &
  ContractsIn<typeof import('./blind-reviews')> &
  ContractsIn<typeof import('./briefs')> &
  ContractsIn<typeof import('./calibration')> &
  ContractsIn<typeof import('./chain-rules')> &
  ContractsIn<typeof import('./chains')> &
  ContractsIn<typeof import('./comparisons')> &
  ContractsIn<typeof import('./comments')> &
  ContractsIn<typeof import('./configuration-requests')> &
  ContractsIn<typeof import('./data')> &
  ContractsIn<typeof import('./connections')> &
  ContractsIn<typeof import('./dead-letters')> &
  ContractsIn<typeof import('./executions')> &
  ContractsIn<typeof import('./failure-groups')> &
  ContractsIn<typeof import('./failures')> &
  ContractsIn<typeof import('./gate-moves')> &
  ContractsIn<typeof import('./gates')> &
  ContractsIn<typeof import('./ingest')> &
  ContractsIn<typeof import('./invitations')> &
  ContractsIn<typeof import('./sign-in-domains')> &
  ContractsIn<typeof import('./account')> &
  ContractsIn<typeof import('./project-judges')> &
  ContractsIn<typeof import('./judge')> &
  ContractsIn<typeof import('./kept-scenarios')> &
  ContractsIn<typeof import('./mail')> &
  ContractsIn<typeof import('./notifications')> &
  ContractsIn<typeof import('./overview')> &
  ContractsIn<typeof import('./pairs')> &
  ContractsIn<typeof import('./projects')> &
  ContractsIn<typeof import('./regressions')> &
  ContractsIn<typeof import('./rescore')> &
  ContractsIn<typeof import('./review-agreement')> &
  ContractsIn<typeof import('./review-queue')> &
  ContractsIn<typeof import('./reviews')> &
  ContractsIn<typeof import('./rubrics')> &
  ContractsIn<typeof import('./run-detail')> &
  ContractsIn<typeof import('./run-export')> &
  ContractsIn<typeof import('./run-changes')> &
  ContractsIn<typeof import('./runs')> &
  ContractsIn<typeof import('./search')> &
  ContractsIn<typeof import('./sent-signals')> &
  ContractsIn<typeof import('./thinking/sessions')> &
  ContractsIn<typeof import('./thinking/templates')> &
  ContractsIn<typeof import('./trials')> &
  ContractsIn<typeof import('./versions')> &
  ContractsIn<typeof import('./views')> &
  ContractsIn<typeof import('./webhooks')> &
  ContractsIn<typeof import('./weekly/weeks')> &
  ContractsIn<typeof import('./work')>

/** A contract by its target: `GET /api/v1/runs/{runId}`. */
export type Target = Extract<keyof Contracts, string>
/** Targets that only read and can therefore be cached. */
export type ReadTarget = Extract<Target, `GET ${string}`>

type ContractAt<T extends Target> = Extract<Contracts[T], Contract>
export type InputAt<T extends Target> = InputOf<ContractAt<T>>
export type OutputAt<T extends Target> = OutputOf<ContractAt<T>>
