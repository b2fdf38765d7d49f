import { z } from 'zod'
import { MAX_RUNS_PER_REQUEST } from '@/lib/contracts/ingest'
import { runInput } from '@/lib/contracts/run-input'

/** What clients send where the contract itself takes anything, since it judges each part on its own. */
export const wireInputs: Record<string, z.ZodType> = {
  'runs.ingest': z.union([runInput, z.strictObject({ runs: z.array(runInput).min(1).max(MAX_RUNS_PER_REQUEST) })]),
}
