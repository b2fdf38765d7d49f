import type { z } from 'zod'
import type { Contract } from '../contract'
import { isRecord } from '../is-record'
import * as judgement from '../judgement'
import * as runJudgement from '../run-judgement'
import * as sessions from '../thinking/sessions'
import * as think from '../thinking/think'
import * as checks from './checks'
import * as regression from './detect-regression'
import * as gate from './evaluate-quality-gate'
import * as execution from './execution'
import * as failures from './failures'
import * as iteration from './iteration'
import * as output from './output'
import * as scoring from './scoring'
import type { Tool } from './tool'
import * as verification from './verification'

const modules = {
  ...execution,
  ...scoring,
  ...checks,
  ...failures,
  ...verification,
  ...gate,
  ...regression,
  ...output,
  ...iteration,
  ...judgement,
  ...runJudgement,
  ...think,
  ...sessions,
}

/** Every quality tool by its exact name. MCP, OpenAPI and the command line offer these. */
export const qualityTools: readonly Contract[] = Object.values<unknown>(modules)
  .filter(isQualityTool)
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** The tools that are a single function of the engine. */
export const statelessTools: readonly Tool[] = qualityTools.filter((contract) => 'costly' in contract) as Tool[]

function isQualityTool(value: unknown): value is Contract {
  return isRecord(value) && value.tag === 'quality' && typeof value.path === 'string'
}

/** Signature of the engine function for each stateless tool, by name. */
export type ToolFunctions = {
  [K in keyof typeof modules as (typeof modules)[K] extends Tool ? (typeof modules)[K]['name'] : never]: FunctionOf<
    (typeof modules)[K]
  >
}

type FunctionOf<T> = T extends Tool<infer I, infer O> ? (input: z.output<I>) => z.input<O> : never
