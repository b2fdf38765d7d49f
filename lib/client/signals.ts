import type { z } from 'zod'
import { sendSignals as contract, type SentSignalBody } from '../contracts/sent-signals'
import type { Desk } from './desk'

/** What became of the signals: how many were new, and what the run is held to be now. */
export type SignalsTaken = z.output<typeof contract.output>

/**
 * Says later what evaluators think of a run, by the desk's id or your own, also before the run is there. With an `id` a signal
 * may be sent again without harm. @throws ApiError
 */
export function sendSignals(desk: Desk, run: string, signals: SentSignalBody[]): Promise<SignalsTaken> {
  return desk.send(contract, { runId: run, signals })
}
