'use client'

import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { formatPercent } from '@/lib/presentation/format/number'
import { calibrationHref } from '@/lib/presentation/links'
import { sharesOf } from './draft'
import type { FieldGroup } from './field'
import { FieldRow, NumberControl } from './field-row'
import { fieldGroups, weightField } from './fields'
import { SettingRow } from './setting-row'
import type { ConfigurationDraft } from './use-configuration-draft'

type ConfigurationFormProps = { project: string; draft: ConfigurationDraft; disabled: boolean }

/** All settings of a level by group. An empty field inherits the value shown as its placeholder. */
export function ConfigurationForm({ project, draft, disabled }: ConfigurationFormProps) {
  const isChain = draft.view.chain !== null
  return (
    <div className="@container grid gap-8">
      {fieldGroups
        .filter((group) => isChain || !group.ofChain)
        .map((group) => (
          <Panel
            key={group.title}
            // The first stands right below the line of the tabs.
            className="first:border-t-0 first:pt-0"
            title={group.title}
            note={group.note}
            actions={
              group.isCalibrated && (
                <Link href={calibrationHref(project)} className="link text-sm">
                  Calibration
                </Link>
              )
            }
          >
            <div className="grid gap-4">
              {group.fields.map((field) => (
                <FieldRow key={field.path} draft={draft} field={field} disabled={disabled} />
              ))}
              {group.weights && <WeightRows draft={draft} weights={group.weights} disabled={disabled} />}
            </div>
          </Panel>
        ))}
    </div>
  )
}

type WeightRowsProps = { draft: ConfigurationDraft; weights: NonNullable<FieldGroup['weights']>; disabled: boolean }

/** Weights with their effective shares. */
function WeightRows({ draft, weights: { path, factors }, disabled }: WeightRowsProps) {
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
                <span className="h-1.5 min-w-[16px] flex-1 overflow-hidden rounded-full bg-line" aria-hidden>
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
