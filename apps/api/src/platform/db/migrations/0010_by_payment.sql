-- What asks for the refunds of one payment, at every payment that succeeds, finds them however many there are; so do
-- those who look for what waits.

create index refunds_of_attempt on refunds (attempt_id);
create index redeliveries_of_order on redeliveries (order_id);
create index redeliveries_of_request on redeliveries (request_id);
create index cases_of_order on cases (order_id);
create index requests_of_refund on resolution_requests (refund_id) where refund_id is not null;
create index deliveries_held on deliveries (created_at) where state in ('queued', 'retrying') and held_since is not null;
