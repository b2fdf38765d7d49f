'use client'

import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { memo } from 'react'
import { JsonView } from '@/components/ui/json-view'
import { orMissing } from '@/components/ui/missing-part'
import { type TextMark, TextMarks } from '@/components/ui/text-marks'
import type { Step } from '@/lib/presentation/transcript/step'
import { briefly, stepText } from '@/lib/presentation/transcript/text'
import { StepPart } from './step-parts'

const StepGiven = dynamic(orMissing(() => import('./step-given'), 'StepGiven'))

/** Characters shown before a text is collapsed; system prompts are cut earlier, because they are read only once. */
const TEXT_MAX = 3000
const SYSTEM_MAX = 400
/** Characters rendered of each text of a step far from the viewport. */
const FAR_MAX = 400

type StepBodyProps = {
  step: Step
  isOpen: boolean
  /** Shows the step as it was sent, as JSON. */
  isAsSent: boolean
  marks: readonly TextMark[]
  onToggle: (stepId: string) => void
  onGo: (stepId: string) => void
}

/** The parts of a step and its error. Rendered anew only when they change, not when the step is selected or commented on. */
export const StepBody = memo(function StepBody({ step, isOpen, isAsSent, marks, onToggle, onGo }: StepBodyProps) {
  const toggle = () => onToggle(step.id)
  const hasGiven = step.given.length > 0 || step.isGivenLeftOut
  return (
    <>
      {hasGiven && !isAsSent && <StepGiven step={step} isOpen={isOpen} onToggle={toggle} onGo={onGo} />}
      <TextMarks value={marks}>
        <div className="min-w-0 space-y-2">
          {isAsSent ? (
            <JsonView value={step.sent} name="sent" />
          ) : step.repeats !== null && !isOpen ? (
            <Repeats step={step} onGo={onGo} onToggle={toggle} />
          ) : (
            step.parts.map((part, index) => (
              <StepPart
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
                key={index}
                part={part}
                textMax={step.role === 'system' ? SYSTEM_MAX : TEXT_MAX}
                isOpen={isOpen}
                onToggle={toggle}
                onGo={onGo}
              />
            ))
          )}
          {step.error && <StepError error={step.error} isOpen={isOpen} />}
        </div>
      </TextMarks>
    </>
  )
})

function Repeats({ step, onGo, onToggle }: { step: Step; onGo: (id: string) => void; onToggle: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-3 text-sm">
      <span className="min-w-0 truncate">Handed on what came before: {briefly(stepText(step), 60)}</span>
      <button type="button" onClick={() => onGo(step.repeats ?? '')} className="link min-h-6 text-xs">
        Go to it
      </button>
      <button type="button" onClick={onToggle} className="link min-h-6 text-xs">
        Show here too
      </button>
    </p>
  )
}

function StepError({ error, isOpen }: { error: NonNullable<Step['error']>; isOpen: boolean }) {
  const codes = [error.type, error.code && `code ${error.code}`, error.httpStatus && `HTTP ${error.httpStatus}`]
  return (
    <div className="rounded-md border border-fail-line bg-fail-bg px-3 py-2">
      <p className="font-medium text-fail-fg text-xs">{['Error', ...codes].filter(Boolean).join(', ')}</p>
      <p className={clsx('whitespace-pre-wrap break-words font-mono text-xs leading-5', !isOpen && 'line-clamp-6')}>
        {error.message}
      </p>
    </div>
  )
}

/** Simplified parts of a step far from the viewport: about as high as the full ones, and searchable by the browser. */
export function FarParts({ step }: { step: Step }) {
  return step.parts.map((part, index) =>
    part.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
      <p key={index} className="whitespace-pre-wrap break-words text-sm">
        {part.text.slice(0, FAR_MAX)}
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
      <p key={index} className="min-h-14 truncate font-mono text-xs">
        {part.kind === 'call'
          ? `${part.name} ${briefly(part.arguments)}`
          : part.kind === 'json'
            ? briefly(part.value)
            : part.kind === 'documents'
              ? part.documents.map(({ id, title }) => title ?? id).join(', ')
              : part.kind}
      </p>
    ),
  )
}
