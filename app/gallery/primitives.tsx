'use client'

import { Download, Filter, MoreHorizontal, Search } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Chip } from '@/components/ui/chip'
import { CodeBlock } from '@/components/ui/code-block'
import { Countdown } from '@/components/ui/countdown'
import { DefinitionList } from '@/components/ui/definition-list'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { DropdownMenu, MenuCheckbox, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { JsonView } from '@/components/ui/json-view'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Card, Panel } from '@/components/ui/panel'
import { Popover } from '@/components/ui/popover'
import { Progress } from '@/components/ui/progress'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { Switch } from '@/components/ui/switch'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { Textarea } from '@/components/ui/textarea'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import type { Tone } from '@/components/ui/tone'

const tones: Tone[] = ['neutral', 'pass', 'review', 'fail', 'unknown', 'accent', 'self', 'peer', 'downstream', 'human']

export function GalleryPrimitives({ now }: { now: string }) {
  const [range, setRange] = useState<'7d' | '30d' | '90d'>('7d')
  const [view, setView] = useState<'graph' | 'list'>('graph')
  return (
    <>
      <PageHeader
        title="Runs"
        finding="214 runs since Monday, 81 % good, 12 worth a look"
        actions={
          <>
            <Select
              label="Range"
              value={range}
              onChange={setRange}
              className="w-36"
              options={[
                { value: '7d', label: 'Last 7 days' },
                { value: '30d', label: 'Last 30 days' },
                { value: '90d', label: 'Last 90 days' },
              ]}
            />
            <Button icon={<Download aria-hidden />}>Export</Button>
          </>
        }
      />
      <div className="grid gap-8 lg:grid-cols-2">
        <Panel title="Actions" note="Verbs on buttons">
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              shortcut="A"
              onClick={() =>
                toast.success('Approved', {
                  description: 'triage@1.2.0 stays published',
                  action: { label: 'Undo', onClick: () => {} },
                })
              }
            >
              Approve
            </Button>
            <Button variant="danger" shortcut="R">
              Reject
            </Button>
            <Button>Secondary</Button>
            <Button variant="ghost">Ghost</Button>
            <Button variant="primary" pending>
              Saving
            </Button>
            <Button disabled>Disabled</Button>
            <Button size="sm" icon={<Filter aria-hidden />}>
              Filter
            </Button>
            <Button size="lg" variant="primary">
              Large
            </Button>
            <IconButton label="More">
              <MoreHorizontal aria-hidden />
            </IconButton>
            <SegmentedControl
              label="View"
              value={view}
              onChange={setView}
              segments={[
                { value: 'graph', label: 'Graph' },
                { value: 'list', label: 'Timeline' },
              ]}
            />
          </div>
          <div className="mt-4 flex flex-wrap gap-1.5">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
            <Chip label="chain triage" onRemove={() => {}}>
              Chain is <b className="font-medium">triage</b>
            </Chip>
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <DropdownMenu trigger={<Button>Columns</Button>}>
              <MenuLabel>Show</MenuLabel>
              <MenuCheckbox checked>Quality</MenuCheckbox>
              <MenuCheckbox checked={false}>Cost</MenuCheckbox>
              <MenuSeparator />
              <MenuItem danger>Reset</MenuItem>
            </DropdownMenu>
            <Popover label="Factors" trigger={<Button>Popover</Button>}>
              Quality is the weighted mean.
            </Popover>
            <Dialog
              trigger={<Button>Dialog</Button>}
              title="Reject triage@1.2.0?"
              description="1.1.3 is served again within a second. Nothing is deleted."
              actions={
                <>
                  <DialogClose asChild>
                    <Button>Keep waiting</Button>
                  </DialogClose>
                  <Button variant="danger">Reject</Button>
                </>
              }
            >
              <Field label="Reason" required>
                {(control) => <Textarea {...control} />}
              </Field>
            </Dialog>
            <Checkbox aria-label="One" defaultChecked />
            <Checkbox aria-label="Two" />
            <Checkbox aria-label="Three" checked="indeterminate" />
            <Switch aria-label="On" defaultChecked />
            <Switch aria-label="Off" />
          </div>
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            <Field label="Search" hint="Part of an id, a chain or an error">
              {(control) => <Input {...control} icon={<Search aria-hidden />} placeholder="Search runs" />}
            </Field>
            <Field label="Deadline" error="A deadline lies in the future">
              {(control) => <Input {...control} defaultValue="yesterday" />}
            </Field>
          </div>
          <div className="mt-4 grid gap-2">
            <Progress label="Import" share={0.42} />
            <Progress label="Working" share={null} />
          </div>
        </Panel>
        <Panel
          title="Facts"
          note={
            <>
              Opened <RelativeTime iso={now} /> · <AbsoluteTime iso={now} />
            </>
          }
        >
          <DefinitionList
            items={[
              { term: 'Chain', value: 'triage@1.2.0' },
              { term: 'Tokens', value: '12.4k' },
              { term: 'Cost', value: '$0.0412' },
              {
                term: 'Deadline',
                value: <Countdown deadlineAt={new Date(new Date(now).getTime() + 11_000_000).toISOString()} />,
              },
              {
                term: 'Passed',
                value: <Countdown deadlineAt={new Date(new Date(now).getTime() - 300_000).toISOString()} />,
              },
            ]}
          />
          <Notice
            className="mt-4"
            tone="review"
            title="The evidence changed while you looked"
            action={<Button size="sm">Reload</Button>}
          >
            Two more runs of 1.2.0 arrived.
          </Notice>
          <Card className="mt-4">
            <StatePanel compact state="empty" title="No gates wait" action={<Button size="sm">Open a gate</Button>}>
              A gate opens by itself when a new version regresses.
            </StatePanel>
          </Card>
          <div className="mt-4 grid gap-2">
            <Skeleton />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </Panel>
        <Panel title="Table" className="lg:col-span-2">
          <Table label="Runs">
            <TableHead>
              <tr>
                <TableHeader>Run</TableHeader>
                <TableHeader>Chain</TableHeader>
                <TableHeader>Verdict</TableHeader>
                <TableHeader numeric>Quality</TableHeader>
                <TableHeader numeric>Tokens</TableHeader>
              </tr>
            </TableHead>
            <TableBody>
              {['run-0192', 'run-0193', 'run-0194'].map((id, index) => (
                <TableRow key={id}>
                  <TableCell className="font-medium">{id}</TableCell>
                  <TableCell>triage@1.2.{index}</TableCell>
                  <TableCell>
                    <Badge tone={tones[index + 1]}>word</Badge>
                  </TableCell>
                  <TableCell numeric>0.8{index}</TableCell>
                  <TableCell numeric>12.{index}k</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <Pagination label="Runs" newer={null} older="?cursor=1">
            3 runs
          </Pagination>
        </Panel>
        <Panel title="Code and data">
          <CodeBlock
            title="Terminal"
            code={'curl http://127.0.0.1:3000/api/v1/runs \\\n  -H "authorization: Bearer vrt_..." \\\n  -d @run.json'}
          />
        </Panel>
        <Panel title="Output">
          <Tabs
            label="Output"
            tabs={[
              {
                value: 'json',
                label: 'JSON',
                panel: (
                  <JsonView
                    name="output"
                    value={{
                      title: 'A refund',
                      lines: [
                        { sku: 'A-1', price: 12.5, ok: true },
                        { sku: 'B-2', price: null },
                      ],
                      meta: { deep: { deeper: [1, 2, 3] } },
                    }}
                  />
                ),
              },
              { value: 'diff', label: 'Diff', count: 2, panel: 'Diff' },
            ]}
          />
        </Panel>
      </div>
    </>
  )
}
