// Usage: node run.mjs, with VERITAS_URL and VERITAS_API_KEY set, after `npm install --no-save --prefix . <desk>/client.tgz`
import { connectDesk, runWithQuality } from '@veritas-desk/client'
import { criteria, orderChain } from './chain.mjs'

const outcome = await runWithQuality({
  desk: connectDesk(),
  ...orderChain,
  criteria,
  request: { order: 'A-17' },
  report: { chain: 'order-total', version: '1.0.0', scenario: 'A-17' },
})

for (const { attempt, strategy, rerunNodes, quality, isAcceptable, runId, reportError } of outcome.attempts) {
  const how = rerunNodes.length > 0 ? `${strategy} rerun of ${rerunNodes.join(', ')}` : strategy
  const score = quality === null ? 'not checked' : quality.toFixed(2)
  console.log(`attempt ${attempt} (${how}): ${score}, ${isAcceptable ? 'accepted' : 'not accepted'}`)
  console.log(`  ${runId ? `run ${runId}` : `not reported: ${reportError}`}`)
}
console.log(`${outcome.status}: ${outcome.reason}`)
console.log(JSON.stringify(outcome.result.output))
process.exitCode = outcome.status === 'accepted' ? 0 : 1
