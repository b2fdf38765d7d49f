'use client'

import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { VersionLine } from '@/components/charts/version-line'
import { useMyRole } from '@/components/domain-ui/role'
import { useScoreSwitch } from '@/components/domain-ui/score-switch'
import { TrueShareGoodText } from '@/components/domain-ui/true-share-good'
import { Button } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ShowMore } from '@/components/ui/show-more'
import { StatePanel } from '@/components/ui/state-panel'
import type { ChainEfficiency, ChainView, VersionView } from '@/lib/contracts/chains'
import type { OutputAt } from '@/lib/contracts/targets'
import { goodFrom } from '@/lib/presentation/charts/chart-parts'
import { measuredVersionScore, prepareVersionLine } from '@/lib/presentation/charts/prepare-version-line'
import { prepareVersionRow } from '@/lib/presentation/charts/prepare-versions'
import {
  formatCount,
  formatExact,
  formatListed,
  formatPercent,
  formatPlural,
  formatScore,
} from '@/lib/presentation/format/number'
import { uncapital } from '@/lib/presentation/format/text'
import { isTooLittle, measuredText, tooLittleText } from '@/lib/presentation/labels/measured'
import { profileLabels } from '@/lib/presentation/labels/verdicts'
import { compareHref, configurationHref, endedRunsHref, projectHref } from '@/lib/presentation/links'
import { pagesOf, queryOf } from '@/lib/queries/query-of'
import { ChainAuthorities } from './chain-authorities'
import { PublishDialog } from './publish-dialog'
import { VersionTable } from './version-table'

const NewestChange = dynamic(orMissing(() => import('./newest-change'), 'NewestChange'))
const KeptScenariosPanel = dynamic(orMissing(() => import('./kept-scenarios-panel'), 'KeptScenariosPanel'))

type ChainScreenProps = { project: string; name: string }

/** Page of a chain: comparison of its versions, and its settings. */
export function ChainScreen({ project, name }: ChainScreenProps) {
  const answer = useSuspenseQuery(queryOf('GET /api/v1/chains/{chain}', { chain: name }, { project })).data
  const { chain, efficiencyLimit, shareGood } = answer
  const newest = chain.versions.find(({ version }) => version === chain.newestVersion)
  return (
    <>
      <PageHeader
        title={chain.name}
        headline={headlineOf(chain, project)}
        trail={[{ label: 'Chains', href: projectHref(project, '/chains') }]}
        actions={<Actions project={project} chain={chain} />}
      />
      {newest ? (
        <div className="grid gap-8">
          <TooLittleNotice newest={newest} />
          {efficiencyLimit && <EfficiencyNotice project={project} chain={chain} limit={efficiencyLimit} />}
          <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 content-start gap-8">
              <VersionMeans project={project} chain={chain} />
              <Panel title="Share good, by human verdicts" note="Of all its live runs.">
                <TrueShareGoodText shareGood={shareGood} />
              </Panel>
            </div>
            <div className="grid content-start gap-8">
              <ChainSettings project={project} chain={chain} />
              <ChainAuthorities project={project} chain={chain} />
            </div>
          </div>
          <NewestChange project={project} chain={chain} newest={newest} />
          <Versions project={project} highest={answer} />
          <KeptScenariosPanel project={project} chain={chain.name} />
        </div>
      ) : (
        <StatePanel state="empty" title="No version yet">
          A version is created by the first run that names it.
        </StatePanel>
      )}
    </>
  )
}

/** Notice that too little of the newest version's runs was measured for a verdict. */
function TooLittleNotice({ newest: { version, quality, measured } }: { newest: VersionView }) {
  if (!isTooLittle(measured)) return null
  return (
    <Notice tone="review" title={`${tooLittleText(measured)}.`}>
      {version} scores {formatScore(quality.mean)} on {measuredText(measured)}: a score of so little names no band and
      does not say how good they are.
    </Notice>
  )
}

type PartProps = { project: string; chain: ChainView }

/** The versions' means, of the score or of the confidence: where runs bring neither tokens nor a contract, evaluators still judge them. */
function VersionMeans({ project, chain }: PartProps) {
  const { score, scoreSwitch } = useScoreSwitch(measuredVersionScore(chain.versions))
  return (
    <VersionLine
      model={prepareVersionLine(chain, project, { score })}
      narrow={prepareVersionLine(chain, project, { score, size: 'narrow' })}
      actions={scoreSwitch}
    />
  )
}

/** Notice that efficiency alone keeps every run from being good; offers to set the typical value as the reference. */
function EfficiencyNotice({ project, chain, limit }: PartProps & { limit: ChainEfficiency }) {
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <Notice
      tone="review"
      title="Low efficiency alone keeps every run below good"
      action={
        isAdmin && (
          <Button asChild size="sm">
            <Link href={configurationHref(project, chain.name, limit.median)}>
              Try {formatScore(limit.median)} as the reference
            </Link>
          </Button>
        )
      }
    >
      Even at full marks for all else that is measured of them, none of the latest{' '}
      {formatPlural(limit.runs, 'live run')} could have scored more than {formatScore(limit.best, goodFrom('stratt'))}.
      Usually {formatPercent(limit.median)} of their tokens are useful. With that as the reference, such a run counts as
      fully efficient.
    </Notice>
  )
}

function Actions({ project, chain }: PartProps) {
  const [newest, below] = chain.versions.filter(({ state }) => state !== 'candidate')
  const before = newest?.comparedWith ?? below?.version
  return (
    <>
      <Button asChild>
        <Link href={endedRunsHref(project, chain.name)}>{formatPlural(chain.runs, 'run')}</Link>
      </Button>
      {newest && before && (
        <Button asChild>
          <Link
            href={compareHref(
              project,
              { chain: chain.name, version: before },
              { chain: chain.name, version: newest.version },
            )}
          >
            Compare versions
          </Link>
        </Button>
      )}
      <PublishDialog project={project} chain={chain.name} newest={chain.newestVersion} />
    </>
  )
}

type VersionsProps = { project: string; highest: OutputAt<'GET /api/v1/chains/{chain}'> }

/** Tables of candidates and of versions that are or were live; the lower ones of many are loaded page by page. */
function Versions({ project, highest }: VersionsProps) {
  const { chain } = highest
  const lower = useInfiniteQuery({
    ...pagesOf('GET /api/v1/chains/{chain}', { chain: chain.name }, { project, isStill: true }),
    initialData: { pages: [highest], pageParams: [undefined] },
  })
  // What was published since then stands above the page that was the first.
  const listed = new Set(chain.versions.map(({ version }) => version))
  const others = lower.data.pages.flatMap((page) => page.chain.versions).filter(({ version }) => !listed.has(version))
  const versions = [...chain.versions, ...others]
  const { candidate = [], live = [] } = Object.groupBy(versions, ({ state }) =>
    state === 'candidate' ? 'candidate' : 'live',
  )
  const more = <ShowMore noun="versions" list={lower} rows={versions.length} className="mt-3" />
  return (
    <>
      {candidate.length > 0 && (
        <VersionTable
          project={project}
          chain={chain}
          title="Candidates"
          note="Latest first, compared with the version that serves. Candidates never serve, and no gates open for them automatically."
          label="Candidates of this chain"
          versions={candidate.toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt))}
          first={10}
        >
          {live.length === 0 && more}
        </VersionTable>
      )}
      {live.length > 0 && (
        <VersionTable
          project={project}
          chain={chain}
          title="Versions"
          note={`${formatListed(versions.length, 'highest', chain.versionCount)} Newest first. Only live runs count in a mean and in the verdict.`}
          label="Versions of this chain"
          versions={live}
          first={50}
        >
          {more}
        </VersionTable>
      )}
    </>
  )
}

function headlineOf(chain: ChainView, project: string): string {
  const newest = chain.versions.find(({ version }) => version === chain.newestVersion)
  if (newest?.state === 'candidate') return 'No version serves yet: there are only candidates.'
  const serves = chain.servedVersion ? `${chain.servedVersion} serves` : 'Nothing serves: every version is taken back'
  if (!newest) return serves
  const { verdict, tone } = prepareVersionRow(chain, newest, project)
  const words = tone === 'unknown' ? verdict.toLowerCase() : uncapital(verdict)
  return newest.served ? `${serves}: ${words}.` : `${serves}. The newest, ${newest.version}: ${words}.`
}

type ChainSettingsProps = { project: string; chain: ChainView }

/** Settings of the chain, read-only; admins change them on the configuration page. */
function ChainSettings({ project, chain }: ChainSettingsProps) {
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <Panel
      title="Settings"
      note={isAdmin ? 'Apply to new runs and gates.' : 'Only admins can change these.'}
      actions={
        <Button asChild size="sm">
          <Link href={configurationHref(project, chain.name)}>
            {isAdmin ? 'Change' : 'All settings'}
            {isAdmin && <span className="sr-only"> the settings</span>}
          </Link>
        </Button>
      }
    >
      <DefinitionList
        items={[
          { term: 'Scoring profile', value: profileLabels[chain.profile], title: 'The scoring profile of its runs' },
          { term: 'Attempts per execution', value: formatCount(chain.maxAttempts) },
          { term: 'Allowed drop', value: formatExact(chain.regressionThreshold) },
          { term: 'Minimum live runs', value: formatCount(chain.minLiveRuns) },
          { term: 'Gate deadline', value: `${formatExact(chain.gateHours)} h` },
          { term: 'Approvals required', value: formatCount(chain.gateQuorum) },
        ]}
      />
    </Panel>
  )
}
