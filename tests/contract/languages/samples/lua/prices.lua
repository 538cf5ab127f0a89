local M = {}

M.LIMIT = 100
M.counter = 0

function M.count()
  M.counter = M.counter + 1
end

--- Take something off an amount.
function M.discount(amount, rate)
  if amount > M.LIMIT then
    return amount - amount * rate
  end
  while amount > 1000 do
    amount = amount / 2
  end
  return amount
end

function M.ghost()
end

return M
