import type { z } from 'zod'
import type { InputIssue } from './errors'

/** Flattens zod's issues to `a.b[0].c` paths; for a union, to those of the closest branch. */
export function toInputIssues(error: z.ZodError, limit = 50): InputIssue[] {
  return error.issues
    .slice(0, limit)
    .flatMap((issue) => flatten(issue, []))
    .slice(0, limit)
}

function flatten(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): InputIssue[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.map((branch) => branch.flatMap((inner) => flatten(inner, path)))
    const closest = branches.filter((branch) => branch.length > 0).sort((a, b) => depth(b) - depth(a))[0]
    if (closest && depth(closest) > path.length) return closest
    return [{ path: formatPath(path), message: describeUnion(issue) }]
  }
  if (issue.code === 'invalid_key' && issue.issues[0]) return flatten(issue.issues[0], path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: formatPath([...path, key]), message: 'unknown field' }))
  return [
    {
      path: formatPath(path),
      message: isMissing(issue) ? 'is required' : isEmpty(issue) ? 'must not be empty' : issue.message,
    },
  ]
}

/** The types that the branches of a union expect, if the value has none of them; zod's message says only that it is invalid. */
function describeUnion({ errors, message }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.flatMap(([issue]) => (issue?.code === 'invalid_type' ? [issue] : []))
  const [first] = types
  if (message !== 'Invalid input' || !first || types.length < errors.length) return message
  if (isMissing(first)) return 'is required'
  return first.message.replace(first.expected, types.map(({ expected }) => expected).join(' or '))
}

function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined')
}

function isEmpty(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1
}

function depth(issues: readonly InputIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.split(/[.[]/).filter(Boolean).length))
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    if (key === '') return `${text}[""]`
    return text ? `${text}.${String(key)}` : String(key)
  }, '')
}
