export { ApiError } from '../api/api-error'
export type {
  Advice,
  Attempt,
  Chain,
  ChainNode,
  Execute,
  ExecutionResult,
  Feedback,
  NodeContext,
  NodeResult,
  RerunNodes,
} from './chain'
export { chainNode, chainOf } from './chain'
export { connectDesk, type Desk, type DeskOptions, type SentSignal, type SignalsTaken, sendSignals } from './desk'
export type { AttemptRecord, Criteria, QualityOutcome, Report } from './outcome'
export { type QualityOptions, runWithQuality } from './run-with-quality'
