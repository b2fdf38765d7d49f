import { isRecord } from '@/lib/contracts/is-record'
import type { Actor } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import type { Tool } from './tool'
import { tools } from './tools'

/** The tools that the scopes of a key allow; nobody else has any here. */
export function toolsOf(actor: Actor): Tool[] {
  return actor.kind === 'key' ? tools.filter(({ contract }) => actor.scopes.includes(contract.scope)) : []
}

/** Whether resources and prompts are for this caller. */
export const mayRead = (actor: Actor): boolean => actor.kind === 'key' && actor.scopes.includes('read')

/** @throws AppError forbidden when a message calls a tool that exists and is not among the key's own */
export function assertMayCall(actor: Actor, body: unknown): void {
  const held = new Set(toolsOf(actor).map((tool) => tool.name))
  for (const message of Array.isArray(body) ? body : [body]) {
    const name = calledTool(message)
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool && !held.has(tool.name))
      throw new AppError('forbidden', `${tool.name} needs a key with the scope "${tool.contract.scope}"`)
  }
}

function calledTool(message: unknown): unknown {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return null
  return message.params.name
}
