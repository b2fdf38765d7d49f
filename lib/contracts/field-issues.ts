import type { z } from 'zod'

/** Returns what adds an issue of one field to a value that is being checked. */
export function fieldIssues({ value, issues }: z.core.ParsePayload): (path: string, message: string) => void {
  return (path, message) => void issues.push({ code: 'custom', input: value, path: [path], message })
}
