import type { GateConfig } from '@/lib/engine/gate/quality-gate-input'

const withoutTools = new Set(['research', 'analysis', 'design', 'review', 'merge'])

/** Whether a task of this type cannot be done without calling a tool. An unknown type counts as `implement`, which cannot. */
export function requiresToolCalls(type: string, override?: GateConfig['requiresToolCalls']): boolean {
  if (typeof override === 'boolean') return override
  if (override && Object.hasOwn(override, type)) return override[type] === true
  return !withoutTools.has(type.toLowerCase())
}
