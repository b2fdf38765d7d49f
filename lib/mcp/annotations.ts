import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { Contract } from '@/lib/contracts/contract'

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
