import { CHAIN as INVOICE_EXTRACT, invoiceRuns } from './invoice-extract/perform'
import { promised as invoicePromised } from './invoice-extract/promise'
import { promised as notesPromised, CHAIN as RELEASE_NOTES, releaseNotesRuns } from './release-notes/perform'
import type { Promised, SampleRun } from './runner/chain-run'
import { CHAIN as SUPPORT_TRIAGE, supportTriageRuns, promised as triagePromised } from './support-triage/perform'

/** A chain of the sample: its contract and criteria, and its runs of the week before `now`, oldest first. */
export type SampleChain = {
  name: string
  versions: readonly string[]
  promised: Promised
  runs: (now: Date) => SampleRun[]
}

export const sampleChains: readonly SampleChain[] = [
  { name: INVOICE_EXTRACT, versions: ['1.0.0', '1.0.1', '1.1.0'], promised: invoicePromised, runs: invoiceRuns },
  { name: RELEASE_NOTES, versions: ['2.0.0', '2.1.0'], promised: notesPromised, runs: releaseNotesRuns },
  { name: SUPPORT_TRIAGE, versions: ['3.0.0', '3.1.0'], promised: triagePromised, runs: supportTriageRuns },
]

/** Returns the chain of that name. @throws RangeError if the sample has none */
export function chainNamed(name: string): SampleChain {
  const chain = sampleChains.find((one) => one.name === name)
  if (!chain) throw new RangeError(`the sample has no chain "${name}"`)
  return chain
}
