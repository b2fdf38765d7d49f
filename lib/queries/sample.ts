import { mutationOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/fetch-contract'
import type { loadSample } from '@/lib/contracts/projects'

/** Starts the sample runs; they arrive like any others and are announced as such. */
export const loadSampleMutation = (project: string) =>
  mutationOptions({ mutationFn: () => fetchContract<typeof loadSample>('POST /api/v1/sample', {}, { project }) })
