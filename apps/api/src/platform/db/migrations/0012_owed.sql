-- What operators and machines ask of all orders at once is found by what waits, however many orders there are.

create index refunds_refused on refunds (updated_at) where state = 'FAILED';
create index refunds_of_surplus on refunds (attempt_id) where reason = 'double_payment';
create index deliveries_not_given on deliveries (order_id) where state in ('rejected', 'cancelled');

-- Real time: last held against its statement without an end to it, by hand or before the day was over.
alter table reconciliations add column looked_at timestamptz;
