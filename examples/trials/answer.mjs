// Executor of version.json: reads a trial as JSON on standard input and prints the body of a run.
import { text } from 'node:stream/consumers'

const answers = {
  'How do I reset my password?': 'Open Settings, choose Security, then Reset password.',
  'How do I change my plan?': 'Open Settings, choose Billing, then Change plan.',
}

const { request } = JSON.parse(await text(process.stdin))
const answer = answers[request.question]
console.log(JSON.stringify({ output: answer === undefined ? {} : { answer } }))
