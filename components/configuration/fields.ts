import type { ConfigurationField, FieldGroup, NumberField } from './field'
import { otherGroups } from './other-fields'
import { scoringGroups } from './scoring-fields'

/** Every setting by group, in the order of the page. */
export const fieldGroups: readonly FieldGroup[] = [...scoringGroups, ...otherGroups]

/** A weight as a field of its own. */
export function weightField(path: string, { key, label }: { key: string; label: string }): NumberField {
  return { kind: 'number', path: `${path}.${key}`, label, min: 0, max: 1e6, step: 0.05 }
}

/** All fields of a level, weights among them. */
export function fieldsOf(isChain: boolean): ConfigurationField[] {
  return fieldGroups
    .filter((group) => isChain || !group.ofChain)
    .flatMap(({ weights, fields }) => [
      ...fields,
      ...(weights?.factors.map((factor) => weightField(weights.path, factor)) ?? []),
    ])
}
