import { releaseNotesRuns } from '@/lib/sample/release-notes/runs'
import { contract, criteria } from '@/lib/sample/release-notes/promise'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import { runInput } from '@/lib/contracts/run-input'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
const by: Record<string, number[]> = {}
for (const r of releaseNotesRuns(new Date())) {
  const scores: number[] = []
  let line='', w, d
  for (let a=1;a<=r.attemptsMax;a++){
  const body = await r.perform(a)
  const run = runInput.parse(body)
  const tokens = (run.tokens?.input??0)+(run.tokens?.output??0)
  const m = measureRun(run, { contract, criteria, durationMs: run.durationMs ?? null, tokens })
  const sig = {self:null,peer:null,downstream:null,human:null,...Object.fromEntries((run.signals as any[]).map(s=>[s.evaluator,s.value===true?1:s.value===false?.3:s.value]))}
  d = decideRun({profile:'stratt',gaff:m.gaff.value,stratt:m.stratt.value,band:m.stratt.band,status:run.status,kind:run.kind,signals:sig as any,humanOrigin:null,blockers:m.blockers,attempt:a,maxAttempts:5,earlier:[...scores]})
  scores.push(d.decisionScore!)
  ;(by[run.version] ??= []).push(m.stratt.value!)
  w=(run.metadata as any).writer
  line+=` ${d.decisionScore!.toFixed(2)}(${m.stratt.value!.toFixed(2)} ${m.gaff.value!.toFixed(2)} ${tokens}t p${sig.peer.toFixed(2)} s${sig.self.toFixed(2)})`
  if (a===1 && process.argv[2]) console.log((run.output as any).markdown)
  if (d.decision!=='iterate') break
  }
  console.log(w!.padEnd(10), analyzeConvergence({scores}).state.padEnd(12), d!.decision, d!.decisionKind, line)
}
for (const [k,v] of Object.entries(by)) console.log(k, v.length, v.reduce((a,b)=>a+b)/v.length)
