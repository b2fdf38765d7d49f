import { formatPercent } from '@/lib/format/number'
import { sharesOf } from './draft'
import type { FieldGroup } from './field'
import { weightField } from './fields'
import { NumberControl } from './number-control'
import { SettingRow } from './setting-row'
import type { ConfigurationDraft } from './use-configuration-draft'

type WeightRowsProps = { draft: ConfigurationDraft; weights: NonNullable<FieldGroup['weights']>; disabled: boolean }

/** Weights with the share that each really has. */
export function WeightRows({ draft, weights: { path, factors }, disabled }: WeightRowsProps) {
  const textOf = (key: string) => draft.text(`${path}.${key}`).trim() || draft.inherited(`${path}.${key}`)
  const shares = sharesOf(Object.fromEntries(factors.map(({ key }) => [key, textOf(key)])))
  const problem = draft.problems[path]
  return (
    <div className="grid gap-3">
      {factors.map((factor) => {
        const field = weightField(path, factor)
        const share = shares?.[factor.key] ?? null
        return (
          <SettingRow key={factor.key} draft={draft} field={field} disabled={disabled}>
            {(control) => (
              <span className="flex items-center gap-3">
                <NumberControl draft={draft} field={field} disabled={disabled} control={control} />
                <span className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-line" aria-hidden>
                  <span className="block h-full bg-ink-2" style={{ width: `${(share ?? 0) * 100}%` }} />
                </span>
                <span className="w-20 shrink-0 text-right text-ink-2 text-sm tabular-nums">
                  {formatPercent(share)} share
                </span>
              </span>
            )}
          </SettingRow>
        )
      })}
      {problem && (
        <p role="alert" className="text-fail-fg text-xs">
          The weights of {factors.map(({ label }) => label.toLowerCase()).join(', ')}: {problem}
        </p>
      )}
    </div>
  )
}
