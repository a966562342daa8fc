-- Sends prepared requests in turn with wrk, and prints the results as JSON.
-- Arguments: the file of the requests, separated by NUL; the index of the first one; and `refresh`,
-- if each response has the refresh token of a later request.
-- In a request, 00000000 stands for a serial number, and REFRESH_TOKEN with underscores up to the
-- length of a token for a refresh token.
local prefixes, suffixes, tokens = {}, {}, {}
local first, serial, isRefresh = 0, 0, false
local refreshMark = 'REFRESH_TOKEN' .. string.rep('_', 30)

local function split(text, mark)
  local from, to = string.find(text, mark, 1, true)
  if from == nil then return text, nil end
  return string.sub(text, 1, from - 1), string.sub(text, to + 1)
end

function init(args)
  isRefresh = args[3] == 'refresh'
  local file = assert(io.open(args[1], 'rb'))
  for text in string.gmatch(file:read('*a'), '[^%z]+') do
    if isRefresh and #prefixes > 0 then
      table.insert(tokens, text)
    else
      local before, after = split(text, isRefresh and refreshMark or '00000000')
      table.insert(prefixes, before)
      suffixes[#prefixes] = after
    end
  end
  file:close()
  first = tonumber(args[2])
end

function request()
  serial = serial + 1
  if isRefresh then return prefixes[1] .. table.remove(tokens) .. suffixes[1] end
  local at = (first + serial) % #prefixes + 1
  local suffix = suffixes[at]
  if suffix == nil then return prefixes[at] end
  return prefixes[at] .. string.format('%08d', (first + serial) % 1e8) .. suffix
end

-- wrk reads bodies only if this function exists, and looks for it before it calls `init`.
if os.getenv('BENCH_REFRESH') then
  function response(_, _, body)
    table.insert(tokens, 1, (string.match(body, '"refresh_token":"([^"]+)"')))
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
