import { mergeLists } from '@/components/domain-ui/merge-lists'
import type { RubricItem } from '@/lib/contracts/rubrics'

/** An item being edited; `id` identifies it while the page is open. */
export type RubricDraft = {
  id: number
  key: string | null
  label: string
  hint: string
  kind: RubricItem['kind']
  of: RubricItem['of']
  points: string
  options: string
  required: boolean
}

const toDraft = (item: RubricItem, id: number): RubricDraft => ({
  id,
  key: item.key,
  label: item.label,
  hint: item.hint ?? '',
  kind: item.kind,
  of: item.of,
  points: String(item.points ?? 5),
  options: (item.options ?? []).join(', '),
  required: item.required,
})

/** A new item. */
export const blank = (id: number): RubricDraft => ({
  id,
  key: null,
  label: '',
  hint: '',
  kind: 'scale',
  of: 'run',
  points: '5',
  options: '',
  required: false,
})

/** Derives an unused key from the label of a new item. Saved items keep their key when the label changes. */
function keyOf(label: string, taken: ReadonlySet<string>): string {
  const slug =
    label
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[_0-9]+|_+$/g, '')
      .slice(0, 36) || 'item'
  for (let turn = 1; ; turn++) {
    const key = turn === 1 ? slug : `${slug}_${turn}`
    if (!taken.has(key)) return key
  }
}

/** A rubric as its form edits it, and back. */
export const toDrafts = (items: readonly RubricItem[]): readonly RubricDraft[] => items.map(toDraft)

export function toItems(drafts: readonly RubricDraft[]): RubricItem[] {
  const taken = new Set(drafts.flatMap(({ key }) => key ?? []))
  return drafts.map(({ key, label, hint, kind, of, points, options, required }) => {
    const own = key ?? keyOf(label, taken)
    taken.add(own)
    return {
      key: own,
      label,
      ...(hint.trim() !== '' && { hint: hint.trim() }),
      kind,
      of,
      required: of === 'run' && required,
      ...(kind === 'scale' && { points: Number(points) }),
      ...(kind === 'category' && {
        options: options
          .split(',')
          .map((option) => option.trim())
          .filter(Boolean),
      }),
    }
  })
}

/** Puts the edits that lead from `base` to `mine` on top of `theirs`, item by item. */
export const mergeItems = (base: readonly RubricItem[], mine: readonly RubricItem[], theirs: readonly RubricItem[]) =>
  mergeLists(base, mine, theirs, ({ key }) => key)
