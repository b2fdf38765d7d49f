import { mutationOptions } from '@tanstack/react-query'
import { ask } from '@/lib/api/ask'
import type { loadSample } from '@/lib/contracts/projects'

/** Starts the sample runs; they arrive like any others and are announced as such. */
export const loadSampleMutation = (project: string) =>
  mutationOptions({ mutationFn: () => ask<typeof loadSample>('POST /api/v1/sample', {}, { project }) })
