import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import type { Toolset } from '@/lib/contracts/vocabulary'
import { inputSchemaOf, type JsonSchema, outputSchemaOf } from './json-schemas'
import { shortSchema } from './short-schemas'

/** The question that a waiting tool shows to a person, if the client can open URLs. */
export type Question = {
  /** The same input without waiting. */
  withoutWaiting: (input: Record<string, unknown>) => Record<string, unknown>
  /** The question for this answer; null if there is none. */
  ask: (output: unknown) => { message: string; url: string } | null
}

/** A contract under its tool name. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly contract: Contract
  readonly toolset: Toolset
  /** Whether this is a second name of a tool, callable but not listed. */
  readonly isAlias: boolean
  readonly annotations: ToolAnnotations
  readonly inputSchema: JsonSchema
  /** The short input schema, listed by default. */
  readonly shortInputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly question: Question | null
}

type Options = {
  toolset: Toolset
  isAlias?: boolean
  /** Description for models; default: the summary of the contract. */
  description?: string
  /** More specific input schema, if the contract accepts any object and parses it later. */
  input?: z.ZodType
  question?: Question
}

/** Creates a tool from a contract: description, schemas and annotations are derived from it. */
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

/** Tool annotations of a contract. All four hints are set, so that the host's pessimistic defaults do not apply. */
export function annotationsOf({ effects, hints, method }: Contract): Required<Omit<ToolAnnotations, 'title'>> {
  const readOnly = effects.length === 0
  return {
    readOnlyHint: readOnly,
    destructiveHint: hints?.destructive ?? method === 'DELETE',
    idempotentHint: hints?.idempotent ?? (readOnly || method === 'DELETE'),
    openWorldHint: effects.some((effect) => effect === 'outside'),
  }
}
