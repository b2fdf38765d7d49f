'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import type { ChainView } from '@/lib/contracts/chains'
import { profiles } from '@/lib/contracts/primitives'
import { profileLabels } from '@/lib/format/labels'
import { updateChainMutation } from '@/lib/queries/chains'
import { toProblem } from '@/lib/queries/problem'

type ChainSettingsDialogProps = {
  project: string
  chain: ChainView
  onClose: () => void
  /** What the change does not touch, in sentences. */
  onSaved: (notes: readonly string[]) => void
}

const FORM = 'chain-settings'

const numbers = [
  {
    key: 'maxAttempts',
    label: 'Attempts at one piece of work',
    hint: 'After the last one a person decides.',
    step: '1',
  },
  {
    key: 'regressionThreshold',
    label: 'A drop counts from',
    hint: 'A version whose mean falls by more than this is worse. From 0 to 1.',
    step: 'any',
  },
  { key: 'minLiveRuns', label: 'Live runs for a verdict', hint: 'With fewer there is none.', step: '1' },
  { key: 'gateHours', label: 'Hours a gate waits', hint: 'Then the version halts; nothing is approved.', step: 'any' },
] as const

type NumberKey = (typeof numbers)[number]['key']

export function ChainSettingsDialog({ project, chain, onClose, onSaved }: ChainSettingsDialogProps) {
  const [profile, setProfile] = useState(chain.profile)
  const [values, setValues] = useState<Record<NumberKey, string>>({
    maxAttempts: String(chain.maxAttempts),
    regressionThreshold: String(chain.regressionThreshold),
    minLiveRuns: String(chain.minLiveRuns),
    gateHours: String(chain.gateHours),
  })
  const update = useMutation(updateChainMutation(project, chain.name))
  const problem = update.error ? toProblem(update.error) : null
  const isComplete = numbers.every(({ key }) => values[key].trim() !== '' && Number.isFinite(Number(values[key])))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      {
        profile,
        maxAttempts: Number(values.maxAttempts),
        regressionThreshold: Number(values.regressionThreshold),
        minLiveRuns: Number(values.minLiveRuns),
        gateHours: Number(values.gateHours),
      },
      {
        onSuccess: ({ notes }) => {
          toast.success('Settings saved', { description: chain.name })
          onSaved(notes)
        },
      },
    )
  }
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Settings of ${chain.name}`}
      description="What is stored keeps its scores: the change holds for runs and gates from here on."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" pending={update.isPending} disabled={!isComplete}>
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="grid gap-4">
        <Field label="Quality is" hint="The scoring profile that a run's quality is taken from.">
          {({ id }) => (
            <Select
              id={id}
              value={profile}
              onChange={setProfile}
              options={profiles.map((name) => ({ value: name, label: profileLabels[name] }))}
            />
          )}
        </Field>
        {profile !== chain.profile && (
          <Notice tone="review">
            Runs already scored keep their {profileLabels[chain.profile].toLowerCase()} scores until history is
            rescored, so means hold both kinds for a while.
          </Notice>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {numbers.map(({ key, label, hint, step }) => (
            <Field key={key} label={label} hint={hint} error={problem?.fields[key]}>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  inputMode="decimal"
                  step={step}
                  min="0"
                  className="w-32"
                  value={values[key]}
                  onChange={(event) => setValues({ ...values, [key]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        {problem && Object.keys(problem.fields).length === 0 && (
          <Notice tone="fail" title={problem.message}>
            {problem.requestId && <>Request {problem.requestId}</>}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
