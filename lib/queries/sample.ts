import { mutationOptions } from '@tanstack/react-query'
import { call } from '@/lib/api/call'
import { loadSample } from '@/lib/contracts/projects'

/** Starts the sample runs; they arrive like any others and are announced as such. */
export const loadSampleMutation = (project: string) =>
  mutationOptions({ mutationFn: () => call(loadSample, {}, { project }) })
