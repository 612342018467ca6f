/** Lua scripts, which Redis runs atomically. All keys of a script are in one slot. */

/** A script with the number of its keys. */
export interface Script {
  readonly keys: number;
  readonly lua: string;
}

/** The error of a write under a claim that is not the latest. */
export const STALE = 'STALECLAIM';

/** Checks that the claim of the caller is the latest. A session that Redis has lost has no claim, so every write is accepted. */
const CHECK_CLAIM = `
local function checkClaim(key, claim)
  if claim == '' then return nil end
  local latest = tonumber(redis.call('HGET', key, 'claim') or '0')
  if latest and latest > tonumber(claim) then return redis.error_reply('${STALE} another node has claimed the session') end
  return nil
end`;

/**
 * Appends an event, or the end of a stream. The id is chosen by the caller, so that a repeated command appends only once.
 *
 * KEYS: events, session. ARGV: claim or '', id, stream, data, unanswered or '', end or '', most events, most bytes, milliseconds to live.
 */
const append: Script = {
  keys: 2,
  lua: `${CHECK_CLAIM}
local refused = checkClaim(KEYS[2], ARGV[1])
if refused then return refused end
local entry = { 's', ARGV[3], 'd', ARGV[4] }
if ARGV[5] ~= '' then table.insert(entry, 'u') table.insert(entry, ARGV[5]) end
if ARGV[6] ~= '' then table.insert(entry, 'e') table.insert(entry, '1') end
local added = redis.pcall('XADD', KEYS[1], ARGV[2], unpack(entry))
if type(added) == 'table' and added.err then
  local known = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])
  if known[1] and known[1][2][2] == ARGV[3] then return ARGV[2] end
  return added
end
local bytes = redis.call('HINCRBY', KEYS[2], 'bytes', #ARGV[4])
local length = redis.call('XLEN', KEYS[1])
local excess = function () return length > tonumber(ARGV[7]) or bytes > tonumber(ARGV[8]) end
if excess() then
  while length > 0 and excess() do
    local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 10)
    for _, each in ipairs(oldest) do
      if not excess() then break end
      bytes = bytes - #(each[2][4] or '')
      length = length - 1
    end
    redis.call('XTRIM', KEYS[1], 'MAXLEN', length)
  end
  if length == 0 then bytes = 0 end
  redis.call('HSET', KEYS[2], 'bytes', bytes)
end
redis.call('PEXPIRE', KEYS[1], ARGV[9])
redis.call('PEXPIRE', KEYS[2], ARGV[9])
return ARGV[2]`,
};

/** Drops all events of a session. KEYS: events, session. */
const dropEvents: Script = {
  keys: 2,
  lua: `
redis.call('XTRIM', KEYS[1], 'MAXLEN', 0)
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('HSET', KEYS[2], 'bytes', 0) end
return 1`,
};

/** KEYS: session. ARGV: claim or '', record, milliseconds to live. */
const setRecord: Script = {
  keys: 1,
  lua: `${CHECK_CLAIM}
local refused = checkClaim(KEYS[1], ARGV[1])
if refused then return refused end
redis.call('HSET', KEYS[1], 'record', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`,
};

/** KEYS: session. ARGV: claim or ''. */
const deleteSession: Script = {
  keys: 1,
  lua: `${CHECK_CLAIM}
local refused = checkClaim(KEYS[1], ARGV[1])
if refused then return refused end
return redis.call('DEL', KEYS[1])`,
};

/**
 * Claims a session for a node, if the node that has it is the one that is expected.
 *
 * KEYS: session. ARGV: node, expected node or '' for none, least number, milliseconds to live. Returns the node and the number of the claim.
 */
const claim: Script = {
  keys: 1,
  lua: `
local owner = redis.call('HGET', KEYS[1], 'node')
local latest = tonumber(redis.call('HGET', KEYS[1], 'claim') or '0') or 0
if owner == ARGV[1] then return { owner, latest } end
if (owner or '') ~= ARGV[2] then return { owner or '', latest } end
local number = math.max(latest + 1, tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], 'node', ARGV[1], 'claim', number)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return { ARGV[1], number }`,
};

/** KEYS: bucket. ARGV: calls per millisecond, burst, cost. Returns 0 if the call is admitted, or the milliseconds to wait. */
const take: Script = {
  keys: 1,
  lua: `
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + tonumber(clock[2]) / 1000
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'time')
local tokens, time = tonumber(bucket[1] or '') or burst, tonumber(bucket[2] or '') or now
tokens = math.min(burst, tokens + math.max(0, now - time) * rate)
local wait = 0
if tokens < cost then wait = math.ceil((cost - tokens) / rate) else tokens = tokens - cost end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens), 'time', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate) + 1000)
return wait`,
};

/** KEYS: number, log. ARGV: channel, change, most changes, milliseconds to live. */
const publish: Script = {
  keys: 2,
  lua: `
local number = redis.call('INCR', KEYS[1])
local added = redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], number .. '-1', 'c', ARGV[2])
if type(added) == 'table' and added.err then
  redis.call('DEL', KEYS[2])
  redis.call('XADD', KEYS[2], number .. '-1', 'c', ARGV[2])
end
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('PUBLISH', ARGV[1], number .. ' ' .. ARGV[2])
return number`,
};

/** KEYS: channel. ARGV: message. The name of the channel is a key, so that the server with this key publishes the message. */
const publishAt: Script = { keys: 1, lua: `return redis.call('PUBLISH', KEYS[1], ARGV[1])` };

/** KEYS: task. ARGV: record, whether it has ended, when it changed, milliseconds to live. A task that has ended stays as it is. */
const setTask: Script = {
  keys: 1,
  lua: `
if ARGV[2] == '0' and redis.call('HGET', KEYS[1], 'ended') == '1' then
  local changed = tonumber(redis.call('HGET', KEYS[1], 'changed') or '0') or 0
  if changed >= tonumber(ARGV[3]) then return 0 end
end
redis.call('HSET', KEYS[1], 'record', ARGV[1], 'ended', ARGV[2], 'changed', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`,
};

/** All scripts by name. */
export const SCRIPTS = {
  append,
  dropEvents,
  setRecord,
  deleteSession,
  claim,
  take,
  publish,
  publishAt,
  setTask,
} as const satisfies {
  readonly [name: string]: Script;
};

/** The name of a script. */
export type ScriptName = keyof typeof SCRIPTS;
