'use client'

import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { mergeLists } from '@/components/domain-ui/merge-lists'
import { SaveRow } from '@/components/domain-ui/save-row'
import { SavedMeanwhile, useSharedDraft } from '@/components/domain-ui/shared-draft'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { TextareaField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { JsonView } from '@/components/ui/json-view'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import type { RedactionRules } from '@/lib/contracts/data'
import type { SettingVersion } from '@/lib/contracts/setting-versions'
import { redactionKinds } from '@/lib/contracts/vocabulary'
import { formatPlural } from '@/lib/presentation/format/number'
import { errorOf, type Problem, problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

const kindLabels: Record<RedactionRules['kinds'][number], { label: string; hint: string }> = {
  email: { label: 'E-mail addresses', hint: '[redacted: email]' },
  card: { label: 'Card numbers', hint: '13 to 19 digits that pass the Luhn check' },
  api_key: { label: 'API keys and tokens', hint: 'OpenAI, Anthropic, GitHub, AWS, Slack, Stripe, JWT and others' },
  bearer: { label: 'Bearer tokens', hint: 'What follows the word Bearer' },
}

const EXAMPLE = `{
  "id": "run-1",
  "chain": "support",
  "request": "Write to ada@example.com",
  "metadata": { "password": "hunter2" }
}`

const toLines = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

const toDraft = ({ kinds, keys, paths, patterns }: RedactionRules) => ({
  kinds,
  keys: keys.join('\n'),
  paths: paths.join('\n'),
  patterns,
})

const toRules = ({ kinds, keys, paths, patterns }: ReturnType<typeof toDraft>): RedactionRules => ({
  kinds,
  keys: toLines(keys),
  paths: toLines(paths),
  patterns,
})

const merge = (base: RedactionRules, mine: RedactionRules, theirs: RedactionRules): RedactionRules => {
  const kinds = mergeLists(base.kinds, mine.kinds, theirs.kinds)
  return {
    kinds: redactionKinds.filter((kind) => kinds.includes(kind)),
    keys: mergeLists(base.keys, mine.keys, theirs.keys),
    paths: mergeLists(base.paths, mine.paths, theirs.paths),
    patterns: mergeLists(base.patterns, mine.patterns, theirs.patterns),
  }
}

type RedactionSettingsProps = { project: string; saved: RedactionRules; version: SettingVersion }

/** Redaction rules applied before runs are stored, with a box to test them. */
export function RedactionSettings({ project, saved, version }: RedactionSettingsProps) {
  const shared = useSharedDraft({ saved, version, toDraft, toValue: toRules, merge })
  const { draft, value: rules, isChanged, expected } = shared
  const { kinds, keys, paths, patterns } = draft
  // The server names a rule by its place, which the next change may move.
  const set = (change: Partial<typeof draft>) => {
    shared.set({ ...draft, ...change })
    put.reset()
  }
  const discard = () => {
    shared.discard()
    put.reset()
  }
  const put = useMutation({
    ...mutationOf('POST /api/v1/data/redaction', { project }),
    onMutate: shared.saving.onMutate,
    onSuccess: () => {
      shared.saving.onSuccess()
      toast.success('Rules saved: they apply to new data')
    },
    onError: toast.problem,
  })
  const problem = problemOf(put.error)
  return (
    <Panel
      title="Redaction"
      note="Replaced before anything is stored, however a run arrives. Stored data stays as it is. Names, versions and times of runs are never changed."
    >
      <Form className="grid gap-5" onSubmit={() => put.mutate({ ...rules, expected })}>
        <UnsavedChangesGuard when={isChanged} onLeave={discard} />
        {shared.isMerged && <SavedMeanwhile version={version} what="other rules" onDiscard={discard} />}
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium text-sm">Anywhere in a text</legend>
          {redactionKinds.map((kind) => (
            <label key={kind} htmlFor={`redact-${kind}`} className="flex min-h-7 items-center gap-x-2 text-sm">
              <Checkbox
                id={`redact-${kind}`}
                checked={kinds.includes(kind)}
                onCheckedChange={(isOn) =>
                  set({ kinds: redactionKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))) })
                }
              />
              <span>
                {`${kindLabels[kind].label} `}
                <span className="ml-1 text-ink-3 text-xs">{kindLabels[kind].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextareaField
            label="Fields by name"
            required={false}
            hint="One per line, at any depth. api_key, apiKey and API-Key count as the same."
            error={errorOf(problem, 'keys')}
            className="w-full font-mono text-xs"
            placeholder={'password\nauthorization'}
            spellCheck={false}
            value={keys}
            onChange={(text) => set({ keys: text })}
          />
          <TextareaField
            label="Fields by path"
            required={false}
            hint="One per line. * matches one level. For traces, name the attribute."
            error={errorOf(problem, 'paths')}
            className="w-full font-mono text-xs"
            placeholder={'metadata.customer.name\nnodes.*.output.address'}
            spellCheck={false}
            value={paths}
            onChange={(text) => set({ paths: text })}
          />
        </div>
        <Patterns patterns={patterns} onChange={(next) => set({ patterns: next })} problem={problem} />
        <SaveRow what="redaction" isChanged={isChanged} isPending={put.isPending} onDiscard={discard}>
          {isChanged && <span className="text-ink-3 text-xs">Not saved yet. The test below uses these rules.</span>}
        </SaveRow>
      </Form>
      <TestBox project={project} rules={rules} />
    </Panel>
  )
}

type PatternsProps = {
  patterns: RedactionRules['patterns']
  onChange: (patterns: RedactionRules['patterns']) => void
  problem: Problem | null
}

/** Custom regular expressions, each with the name that replaces its matches. */
function Patterns({ patterns, onChange, problem }: PatternsProps) {
  const set = (place: number, change: Partial<RedactionRules['patterns'][number]>) =>
    onChange(patterns.map((pattern, at) => (at === place ? { ...pattern, ...change } : pattern)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">Your own patterns</legend>
      {patterns.map(({ name, pattern }, place) => {
        const error = errorOf(problem, `patterns[${place}]`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pattern is identified by its position.
          <div key={place} className="grid gap-1">
            <div className="flex flex-wrap items-center gap-2">
              <Input
                aria-label={`Name of pattern ${place + 1}`}
                // Of a pattern that was just added: a saved one is never empty.
                autoFocus={name === '' && pattern === ''}
                className="w-36"
                placeholder="customer id"
                maxLength={40}
                value={name}
                onChange={({ target }) => set(place, { name: target.value.toLowerCase() })}
              />
              <Input
                aria-label={`Pattern ${place + 1}`}
                aria-invalid={error ? true : undefined}
                className="min-w-40 flex-1 font-mono text-xs"
                placeholder="CUST-\d{6}"
                maxLength={1000}
                spellCheck={false}
                value={pattern}
                onChange={({ target }) => set(place, { pattern: target.value })}
              />
              <IconButton
                label={`Remove pattern ${place + 1}`}
                size="sm"
                onClick={() => onChange(patterns.filter((_, at) => at !== place))}
              >
                <X aria-hidden />
              </IconButton>
            </div>
            {error && (
              <p role="alert" className="text-fail-fg text-xs">
                {error}
              </p>
            )}
          </div>
        )
      })}
      <div>
        <Button
          icon={<Plus aria-hidden />}
          disabled={patterns.length >= 50}
          onClick={() => onChange([...patterns, { name: '', pattern: '' }])}
        >
          Add a pattern
        </Button>
      </div>
    </fieldset>
  )
}

/** Shows the result of the rules on a pasted run; nothing is stored. */
function TestBox({ project, rules }: { project: string; rules: RedactionRules }) {
  const [text, setText] = useState(EXAMPLE)
  const [fault, setFault] = useState<string | null>(null)
  const test = useMutation({
    ...mutationOf('POST /api/v1/data/redaction/test', { project, changes: [], isSecret: true }),
  })
  const run = () => {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      setFault('This is not JSON.')
      // What is beside it would belong to another text.
      test.reset()
      return
    }
    setFault(null)
    test.mutate({ rules, body })
  }
  const { data } = test
  return (
    <section aria-labelledby="redaction-test" className="mt-6 grid gap-3 rounded-md border bg-sunken p-4">
      <h3 id="redaction-test" className="font-medium text-sm">
        Try it
      </h3>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <TextareaField
          label="A run to test with"
          hint="Nothing is stored."
          error={fault ?? problemOf(test.error)?.message}
          rows={8}
          className="w-full font-mono text-xs"
          spellCheck={false}
          value={text}
          onChange={setText}
        />
        <div className="grid min-w-0 content-start gap-1.5" aria-live="polite">
          <p className="font-medium text-sm">
            {data ? `What would be stored: ${formatPlural(data.replaced, 'value')} replaced` : 'What would be stored'}
          </p>
          {data ? (
            <>
              <div className="overflow-x-auto rounded-md border bg-raised p-2.5">
                <JsonView value={data.body} name="run" />
              </div>
              <ul className="text-xs">
                {data.matches.map(({ path, rule, times }) => (
                  <li key={`${path} ${rule}`} className="flex min-w-0 justify-between gap-3 py-0.5">
                    <code className="min-w-0 break-all font-mono">{path}</code>
                    <span className="shrink-0 text-ink-2">
                      {rule.replaceAll('_', ' ')}
                      {times > 1 && `, ${times} times`}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className="text-ink-3 text-xs">Press Test to see it.</p>
          )}
        </div>
      </div>
      <div>
        <Button pending={test.isPending} onClick={run}>
          Test
        </Button>
      </div>
    </section>
  )
}
