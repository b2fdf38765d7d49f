import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { Contract } from '@/lib/contracts/contract'

/** What a host may tell its user of a tool before it runs: all four hints, so that no cautious default takes their place. */
export function annotationsOf({ effects, hints, method }: Contract): Required<Omit<ToolAnnotations, 'title'>> {
  const readOnly = effects.length === 0
  return {
    readOnlyHint: readOnly,
    destructiveHint: hints?.destructive ?? method === 'DELETE',
    idempotentHint: hints?.idempotent ?? (readOnly || method === 'DELETE'),
    openWorldHint: effects.some((effect) => effect === 'outside'),
  }
}
