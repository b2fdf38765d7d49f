'use client'

import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Field, InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import type { JudgeKind, ProjectJudgeView } from '@/lib/contracts/project-judges'
import { judgeKinds } from '@/lib/contracts/vocabulary'
import type { Problem } from '@/lib/queries/problem'
import { kindLabels } from './judge-labels'

/** Values of the form. `apiKey`: undefined keeps the stored key, null = no key. */
type JudgeDraft = {
  name: string
  kind: JudgeKind
  baseUrl: string
  model: string
  apiKey: string | null | undefined
  inputUsdPerMillion: number | null
  outputUsdPerMillion: number | null
}

type JudgeFormProps = {
  id: string
  judge?: ProjectJudgeView
  problem: Problem | null
  onSubmit: (draft: JudgeDraft) => void
}

const FIELDS = ['name', 'baseUrl', 'model', 'apiKey', 'inputUsdPerMillion', 'outputUsdPerMillion']
const kindOptions = judgeKinds.map((value) => ({
  value,
  label: kindLabels[value].label,
  hint: kindLabels[value].protocol,
}))
const ADDRESSES: readonly string[] = judgeKinds.map((kind) => kindLabels[kind].address)

export function JudgeForm({ id, judge, problem, onSubmit }: JudgeFormProps) {
  const [kind, setKind] = useState<JudgeKind>(judge?.kind ?? 'openai')
  const [address, setAddress] = useState(judge?.endpoint ?? kindLabels.openai.address)
  const [hasNoKey, setHasNoKey] = useState(false)
  const choose = (next: JudgeKind) => {
    setKind(next)
    // Follows the kind only while it is a default; an edited address is kept.
    if (ADDRESSES.includes(address)) setAddress(kindLabels[next].address)
  }
  const submit = (data: FormData) => {
    const text = (field: string) => String(data.get(field) ?? '').trim()
    const price = (field: string) => (text(field) === '' ? null : Number(text(field)))
    const apiKey = hasNoKey ? null : text('apiKey') || undefined
    const prices = {
      inputUsdPerMillion: price('inputUsdPerMillion'),
      outputUsdPerMillion: price('outputUsdPerMillion'),
    }
    onSubmit({ name: text('name'), kind, baseUrl: address, model: text('model'), apiKey, ...prices })
  }
  return (
    <Form id={id} className="grid gap-4" onSubmit={submit}>
      <ProblemNotice problem={problem} beside={FIELDS} />
      <InputField
        label="Name"
        error={problem?.fields.name}
        required
        name="name"
        defaultValue={judge?.name}
        autoComplete="off"
        maxLength={200}
      />
      <Field label="Protocol">
        {(control) => <Select id={control.id} value={kind} onChange={choose} options={kindOptions} />}
      </Field>
      <InputField
        label="Address"
        hint="The endpoint address. Redirects are not followed."
        error={problem?.fields.baseUrl}
        required
        name="baseUrl"
        type="url"
        value={address}
        onChange={setAddress}
        autoComplete="off"
        maxLength={2000}
      />
      <InputField
        label="Model"
        error={problem?.fields.model}
        required
        name="model"
        defaultValue={judge?.model}
        autoComplete="off"
        maxLength={200}
      />
      <div className="grid gap-2">
        <InputField
          label="API key"
          hint={judge?.hasKey ? 'A key is set. Leave empty to keep it.' : 'Stored encrypted and never shown again.'}
          error={problem?.fields.apiKey}
          required={false}
          name="apiKey"
          type="password"
          autoComplete="off"
          maxLength={2000}
          disabled={hasNoKey}
        />
        {judge?.hasKey && (
          <label htmlFor={`${id}-no-key`} className="flex items-center gap-2.5 text-sm">
            <Checkbox
              id={`${id}-no-key`}
              checked={hasNoKey}
              onCheckedChange={(isChecked) => setHasNoKey(isChecked === true)}
            />
            Remove the key
          </label>
        )}
      </div>
      <Prices judge={judge} problem={problem} />
    </Form>
  )
}

function Prices({ judge, problem }: { judge: ProjectJudgeView | undefined; problem: Problem | null }) {
  const fields = [
    { name: 'inputUsdPerMillion', label: 'Price of input', value: judge?.inputUsdPerMillion },
    { name: 'outputUsdPerMillion', label: 'Price of output', value: judge?.outputUsdPerMillion },
  ] as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, label, value }) => (
        <InputField
          key={name}
          label={label}
          hint="US dollars per million tokens. If empty, the configuration applies."
          error={problem?.fields[name]}
          required={false}
          name={name}
          type="number"
          min={0}
          max={10_000}
          step="any"
          inputMode="decimal"
          defaultValue={value ?? ''}
        />
      ))}
    </div>
  )
}
