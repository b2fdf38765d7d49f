import { queryOf } from './query-of'

/** The comments on a run and its steps. */
export const commentsQuery = (project: string, runId: string) => queryOf('GET /api/v1/comments', { runId }, { project })

/** The steps that most likely caused a failed run, and the one that a person named. */
export const causeQuery = (project: string, runId: string) =>
  queryOf('GET /api/v1/runs/{runId}/attribution', { runId }, { project })
