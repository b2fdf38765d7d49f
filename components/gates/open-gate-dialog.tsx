'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ChainPicker, VersionPicker } from '@/components/domain-ui/pickers'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Dialog } from '@/components/ui/dialog'
import { Field, InputField, TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { useGoTo } from '@/components/ui/go-to'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { gateHref } from '@/lib/presentation/links'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

export type GateSubject = { runId: string; clientId: string } | { chain: string; version: string }

type OpenGateDialogProps = { project: string; subject: GateSubject | undefined; onClose: () => void }

/** Dialog that opens a gate about a version or run, with a deadline. */
export function OpenGateDialog({ project, subject, onClose }: OpenGateDialogProps) {
  const form = useId()
  const goTo = useGoTo()
  const [picked, setPicked] = useState({ chain: '', version: '' })
  const kept = useUnsentText(`open gate ${project} ${subject ? nameOf(subject) : ''}`)
  const [question, setQuestion] = kept
  const [hours, setHours] = useState('')
  const open = useMutation({
    ...mutationOf('POST /api/v1/gates', { project }),
    onSuccess: ({ gate }) => {
      setQuestion('')
      goTo(gateHref(project, gate.id))
    },
  })
  const { data } = useQuery({
    ...queryOf('GET /api/v1/runs/facets', picked.chain ? { chain: [picked.chain] } : {}, { project }),
    enabled: subject === undefined,
  })
  const versions = data?.chains.find(({ name }) => name === picked.chain)?.versions ?? []
  const chosen = { chain: picked.chain, version: picked.version || (versions[0] ?? '') }
  const problem = problemOf(open.error)
  const submit = () => {
    const about = subject === undefined ? chosen : 'runId' in subject ? { runId: subject.runId } : subject
    open.mutate({ ...about, question, ...(hours !== '' && { deadlineHours: Number(hours) }) })
  }
  const isComplete =
    question.trim() !== '' && (hours === '' || Number(hours) > 0) && (subject !== undefined || chosen.version !== '')
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Open a gate"
      description="A reviewer decides before the deadline. Nothing is approved at the deadline."
      submit={{ children: 'Open the gate', form, pending: open.isPending, disabled: !isComplete }}
    >
      <Form id={form} onSubmit={submit} className="grid gap-4">
        {subject ? (
          <p className="text-sm">About {nameOf(subject)}.</p>
        ) : (
          <VersionFields
            project={project}
            chosen={chosen}
            hasChains={data === undefined || data.chains.length > 0}
            onChange={setPicked}
          />
        )}
        <TextareaField
          label="Question"
          error={problem?.fields.question}
          maxLength={5000}
          {...unsentField(kept, 'What needs to be decided, in a sentence or two.')}
        />
        <InputField
          label="Hours until the deadline"
          required={false}
          error={problem?.fields.deadlineHours}
          hint="If empty, the chain’s setting applies."
          type="number"
          min="0.1"
          max="2160"
          step="any"
          className="w-32"
          value={hours}
          onChange={setHours}
        />
        <ProblemNotice problem={problem} beside={['question', 'deadlineHours']} />
      </Form>
    </Dialog>
  )
}

type VersionFieldsProps = {
  project: string
  chosen: { chain: string; version: string }
  hasChains: boolean
  onChange: (chosen: { chain: string; version: string }) => void
}

function VersionFields({ project, chosen, hasChains, onChange }: VersionFieldsProps) {
  if (!hasChains) return <Notice>Send a run first. A gate asks about a chain version or a run.</Notice>
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Chain">
        {({ id }) => (
          <ChainPicker
            project={project}
            id={id}
            value={chosen.chain || null}
            placeholder="Choose"
            onChange={(chain) => onChange({ chain: chain ?? '', version: '' })}
          />
        )}
      </Field>
      <Field label="Version">
        {({ id }) => (
          <VersionPicker
            project={project}
            chain={chosen.chain}
            id={id}
            value={chosen.version || null}
            placeholder="Choose"
            disabled={chosen.chain === ''}
            onChange={(version) => onChange({ ...chosen, version })}
          />
        )}
      </Field>
    </div>
  )
}

function nameOf(subject: GateSubject): string {
  return 'runId' in subject ? `the run ${subject.clientId}` : `${subject.chain} ${subject.version}`
}
