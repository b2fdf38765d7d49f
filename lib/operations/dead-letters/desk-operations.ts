/** Operations that the desk can execute by itself. All others wait for a worker that claims them. */
export const DESK_OPERATIONS = ['run:submit', 'judge:evaluate_quality_gate'] as const

export type DeskOperation = (typeof DESK_OPERATIONS)[number]

export function isDeskOperation(operation: string): operation is DeskOperation {
  return DESK_OPERATIONS.some((name) => name === operation)
}
