import { Panel } from '@/components/ui/panel'
import { FieldRow } from './field-row'
import { fieldGroups } from './fields'
import type { ConfigurationDraft } from './use-configuration-draft'
import { WeightRows } from './weight-rows'

type ConfigurationFormProps = { draft: ConfigurationDraft; disabled: boolean }

/** Every setting of a level by group. An empty field inherits what stands in it in grey. */
export function ConfigurationForm({ draft, disabled }: ConfigurationFormProps) {
  const isChain = draft.view.chain !== null
  return (
    <div className="grid gap-8">
      {fieldGroups
        .filter((group) => isChain || !group.ofChain)
        .map((group) => (
          <Panel key={group.title} title={group.title} note={group.note}>
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
