import { mutationOptions } from '@tanstack/react-query'
import { fetchContract } from '@/lib/api/call'
import type { InputAt, OutputAt, Target } from '@/lib/contracts/targets'
import { changesOf, staleAfter } from './stale'

type OnRuns = { [T in Target]: InputAt<T> extends { runIds: string[] } ? T : never }[Target]

/**
 * Like `mutationOf` for an action on runs that a contract limits to `most` at a time: sends as many requests as it takes, one after the
 * other, and returns their answers. What was done before a request failed stays done; sending it again is harmless.
 */
export function inParts<T extends OnRuns>(target: T, { project, most }: { project: string; most: number }) {
  return mutationOptions({
    mutationFn: async (input: InputAt<T> & { runIds: string[] }) => {
      const answers: OutputAt<T>[] = []
      for (let start = 0; start < input.runIds.length; start += most) {
        const runIds = input.runIds.slice(start, start + most)
        answers.push(await fetchContract(target, { ...input, runIds }, { project }))
      }
      return answers
    },
    onSettled: (_answer, _error, input, _result, { client }) =>
      client.invalidateQueries({ predicate: staleAfter(changesOf(target, input), project) }),
  })
}

/** Adds up one field of the answers. */
export function sumOf<F extends string>(answers: readonly Readonly<Record<F, number>>[], field: F): number {
  return answers.reduce((sum, answer) => sum + answer[field], 0)
}

type Asked = { runIds: readonly string[]; question: string }

/** Opens a gate on each of these runs in turn, and returns how many were new. */
export function requestReviews(project: string) {
  return mutationOptions({
    mutationFn: async ({ runIds, question }: Asked) => {
      let opened = 0
      for (const runId of runIds) {
        const asked = await fetchContract('POST /api/v1/runs/{runId}/review-requests', { runId, question }, { project })
        if (asked.opened) opened++
      }
      return opened
    },
    onSettled: (_answer, _error, _input, _result, { client }) =>
      client.invalidateQueries({ predicate: staleAfter([{ noun: 'gates' }], project) }),
  })
}
