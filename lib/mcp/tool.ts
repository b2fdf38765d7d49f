import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import type { Toolset } from '@/lib/contracts/vocabulary'
import { annotationsOf } from './annotations'
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from './json-schemas'
import { shortSchema } from './short-schemas'

/** What a tool that waits for a person puts before that person, where the client can show it. */
export type Question = {
  /** The input that answers at once instead of waiting. */
  atOnce: (input: Record<string, unknown>) => Record<string, unknown>
  /** What to ask while the answer is this one; null when there is nothing to ask. */
  ask: (output: unknown) => { message: string; url: string } | null
}

/** A contract under the name by which agents call it. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly contract: Contract
  readonly toolset: Toolset
  /** A second name of a tool, answered and not listed. */
  readonly isAlias: boolean
  readonly annotations: ToolAnnotations
  readonly inputSchema: JsonSchema
  /** The input as it is listed where nobody asks for all of it. */
  readonly shortInputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly question: Question | null
}

type Options = {
  toolset: Toolset
  isAlias?: boolean
  /** Words for a model to choose the tool by; the summary of the contract when left out. */
  description?: string
  /** Shows more of the input than the contract does, where that takes any object and parses it later. */
  input?: z.ZodType
  question?: Question
}

/** A tool over a contract: its words, its schemas and its hints are the contract's. */
export function toTool(name: string, contract: Contract, options: Options): Tool {
  const { toolset, isAlias = false, description, input, question } = options
  const inputSchema = inputSchemaOf(input ?? contract.input)
  return {
    name,
    title: toTitle(name),
    description: description ?? contract.summary,
    contract,
    toolset,
    isAlias,
    annotations: annotationsOf(contract),
    inputSchema,
    shortInputSchema: shortSchema(inputSchema),
    outputSchema: outputSchemaOf(contract.output),
    question: question ?? null,
  }
}

function toTitle(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\bqa\b/, 'QA')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
