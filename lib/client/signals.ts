import { sendSignals as contract } from '../contracts/sent-signals'
import { askBy } from './attempt'
import type { Desk } from './desk'
import type { SentSignal, SignalsTaken } from './outcome'

/**
 * Says later what evaluators think of a run, by the desk's id or your own, also before the run is there. With an `id` a signal
 * may be sent again without harm. @throws ApiError
 */
export function sendSignals(desk: Desk, run: string, signals: readonly SentSignal[]): Promise<SignalsTaken> {
  return askBy(desk, contract, { runId: run, signals: [...signals] })
}
