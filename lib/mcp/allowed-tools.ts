import { isRecord } from '@/lib/contracts/is-record'
import type { Actor } from '@/lib/operations/context'
import { AppError } from '@/lib/operations/errors'
import type { Tool } from './tool'
import { tools } from './tools'

/** The tools allowed by the scopes of a key; none for any other actor. */
export function toolsOf(actor: Actor): Tool[] {
  return actor.kind === 'key' ? tools.filter(({ contract }) => actor.scopes.includes(contract.scope)) : []
}

/** Whether resources and prompts are available to this caller. */
export const mayRead = (actor: Actor): boolean => actor.kind === 'key' && actor.scopes.includes('read')

/** @throws AppError forbidden if a message calls an existing tool that the key may not use */
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
