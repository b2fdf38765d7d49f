'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import type { InputOf } from '@/lib/contracts/contract'
import type { openGate } from '@/lib/contracts/gates'
import type { Problem } from '@/lib/queries/problem'
import { runQueries } from '@/lib/queries/runs'

export type GateSubject = { runId: string; clientId: string } | { chain: string; version: string }

type OpenGateInput = InputOf<typeof openGate>

type OpenGateFormProps = {
  project: string
  subject: GateSubject | undefined
  isPending: boolean
  problem: Problem | null
  onSubmit: (input: OpenGateInput) => void
  onCancel: () => void
}

export function OpenGateForm({ project, subject, isPending, problem, onSubmit, onCancel }: OpenGateFormProps) {
  const [chosen, setChosen] = useState({ chain: '', version: '' })
  const [question, setQuestion] = useState('')
  const [hours, setHours] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const about = subject === undefined ? chosen : 'runId' in subject ? { runId: subject.runId } : subject
    onSubmit({ ...about, question, ...(hours !== '' && { deadlineHours: Number(hours) }) })
  }
  const isComplete =
    question.trim() !== '' && (hours === '' || Number(hours) > 0) && (subject !== undefined || chosen.version !== '')
  return (
    <form onSubmit={submit} className="grid gap-4">
      {subject ? (
        <p className="text-sm">About {nameOf(subject)}.</p>
      ) : (
        <VersionFields project={project} chosen={chosen} onChange={setChosen} />
      )}
      <Field label="Question" error={problem?.fields.question} hint="What has to be decided, in a sentence or two.">
        {(control) => (
          <Textarea
            {...control}
            value={question}
            maxLength={5000}
            onChange={(event) => setQuestion(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Hours until the deadline"
        required={false}
        error={problem?.fields.deadlineHours}
        hint="Left empty: as the settings of the chain say."
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            min="0.1"
            max="2160"
            step="any"
            className="w-32"
            value={hours}
            onChange={(event) => setHours(event.target.value)}
          />
        )}
      </Field>
      {problem && Object.keys(problem.fields).length === 0 && (
        <Notice tone="fail" title={problem.message}>
          {problem.requestId && <>Request {problem.requestId}</>}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending} disabled={!isComplete}>
          Open the gate
        </Button>
      </div>
    </form>
  )
}

type VersionFieldsProps = {
  project: string
  chosen: { chain: string; version: string }
  onChange: (chosen: { chain: string; version: string }) => void
}

function VersionFields({ project, chosen, onChange }: VersionFieldsProps) {
  const chains = useQuery(runQueries.facets(project)).data?.chains ?? []
  const versions = chains.find((chain) => chain.name === chosen.chain)?.versions ?? []
  if (chains.length === 0)
    return <Notice>Send a run first: a gate asks about a version of a chain, or about a run.</Notice>
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Chain">
        {({ id }) => (
          <Select
            id={id}
            value={chosen.chain}
            onChange={(chain) =>
              onChange({ chain, version: chains.find((item) => item.name === chain)?.versions[0] ?? '' })
            }
            options={chains.map(({ name }) => ({ value: name, label: name }))}
          />
        )}
      </Field>
      <Field label="Version">
        {({ id }) => (
          <Select
            id={id}
            value={chosen.version}
            disabled={chosen.chain === ''}
            onChange={(version) => onChange({ ...chosen, version })}
            options={versions.map((version) => ({ value: version, label: version }))}
          />
        )}
      </Field>
    </div>
  )
}

function nameOf(subject: GateSubject): string {
  return 'runId' in subject ? `the run ${subject.clientId}` : `${subject.chain} ${subject.version}`
}
