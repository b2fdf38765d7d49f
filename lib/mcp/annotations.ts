import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { Contract } from '@/lib/contracts/contract'

type Traits = { readOnly?: boolean; destructive?: boolean; idempotent?: boolean; openWorld?: boolean }

/** What scope and method do not tell about a contract, by its name. */
const TRAITS: Readonly<Record<string, Traits>> = {
  // These keep what they found with the run that they are told to be about.
  check_verification: { readOnly: false },
  decide_dependent: { readOnly: false },
  generate_fixup_task: { readOnly: false },
  // Asks a model outside the desk, where one is configured.
  evaluate_quality_gate: { readOnly: false, openWorld: true },
  clear_thinking_history: { destructive: true, idempotent: true },
  // The same run again is the same run; the same question again is the same gate.
  'runs.ingest': { idempotent: true },
  // Sent again it is the same publication; with an executor the desk calls an address outside.
  'chains.publishVersion': { idempotent: true, openWorld: true },
  'gates.requestReview': { idempotent: true },
}

/** What a host may tell its user of a tool before it runs: all four hints, so that no cautious default takes their place. */
export function annotationsOf(contract: Contract): Required<Omit<ToolAnnotations, 'title'>> {
  const traits = TRAITS[contract.name] ?? {}
  const readOnly = traits.readOnly ?? contract.scope === 'read'
  return {
    readOnlyHint: readOnly,
    destructiveHint: traits.destructive ?? contract.method === 'DELETE',
    idempotentHint: traits.idempotent ?? (readOnly || contract.method === 'DELETE'),
    openWorldHint: traits.openWorld ?? false,
  }
}
