'use client'

import { useMutation } from '@tanstack/react-query'
import { ShieldQuestion, Tags } from 'lucide-react'
import { useId, useState } from 'react'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { InputField, TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { toast } from '@/components/ui/toast'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import { bulkMost } from '@/lib/contracts/limits'
import { formatPlural } from '@/lib/presentation/format/number'
import { inParts, requestReviews, sumOf } from '@/lib/queries/in-parts'
import { errorOf, problemOf } from '@/lib/queries/problem'

/** Maximum number of gates opened in one action, because a person has to answer each. */
const MAX_GATES = 25

const toTags = (text: string) => [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)

/** Adds and removes tags of runs. */
export function TagDialog({ project, ids }: { project: string; ids: readonly string[] }) {
  const form = useId()
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  const tag = useMutation({
    ...inParts('POST /api/v1/runs/tags', { project, most: bulkMost.tagged }),
    onSuccess: (answers) => {
      setOpen(false)
      setAdded('')
      setRemoved('')
      toast.success(`Tags of ${formatPlural(sumOf(answers, 'changed'), 'run')} changed`)
    },
  })
  const [isOpen, setOpen] = useDialogOf(tag)
  const problem = problemOf(tag.error)
  const [addError, removeError] = ['add', 'remove'].map((field) => errorOf(problem, field))
  const submit = () => tag.mutate({ runIds: [...ids], add: toTags(added), remove: toTags(removed) })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Tag ${formatPlural(ids.length, 'run')}`}
      description="Separate tags with commas."
      trigger={<Button icon={<Tags aria-hidden />}>Tag</Button>}
      submit={{
        children: 'Save tags',
        form,
        pending: tag.isPending,
        disabled: toTags(added).length + toTags(removed).length === 0,
      }}
    >
      <Form id={form} onSubmit={submit} className="grid gap-4">
        <ProblemNotice problem={problem} beside={['add', 'remove']} />
        <InputField label="Add" error={addError} value={added} onChange={setAdded} />
        <InputField label="Remove" error={removeError} value={removed} onChange={setRemoved} />
      </Form>
    </Dialog>
  )
}

type GatesDialogProps = { project: string; ids: readonly string[]; onDone: () => void }

export function GatesDialog({ project, ids, onDone }: GatesDialogProps) {
  const form = useId()
  const kept = useUnsentText(`gates ${ids.join(' ')}`)
  const [question, setQuestion] = kept
  const open = useMutation({
    ...requestReviews(project),
    onSuccess: (opened, { runIds }) => {
      const before = runIds.length - opened
      setOpen(false)
      setQuestion('')
      toast.success(`${formatPlural(opened, 'gate')} opened`, {
        description: before > 0 && `${formatPlural(before, 'run')} had an open gate, which keeps its question.`,
      })
      onDone()
    },
  })
  const [isOpen, setOpen] = useDialogOf(open)
  const isTooMany = ids.length > MAX_GATES
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Open ${formatPlural(ids.length, 'gate')}`}
      description="One gate per run. A reviewer decides before the deadline. Nothing is approved at the deadline."
      trigger={
        <Button
          icon={<ShieldQuestion aria-hidden />}
          disabled={isTooMany}
          title={isTooMany ? 'A person has to answer each' : undefined}
        >
          {isTooMany ? `Open gates (${MAX_GATES} at most)` : 'Open gates'}
        </Button>
      }
      submit={{
        children: `Open ${formatPlural(ids.length, 'gate')}`,
        form,
        pending: open.isPending,
        disabled: question.trim() === '',
      }}
    >
      <Form id={form} onSubmit={() => open.mutate({ runIds: ids, question: question.trim() })}>
        <TextareaField
          label="Question"
          error={problemOf(open.error)?.message}
          maxLength={5000}
          {...unsentField(kept)}
        />
      </Form>
    </Dialog>
  )
}
