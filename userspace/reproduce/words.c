// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "reproduce/word.h"

/*
 * Around what a tunnel sends: its ip_local_out() is of the outer packet, and no packet of this host's programs.
 */
#define NOT_TUNNEL                                                                                       \
	"^iptunnel_xmit^ip_tunnel_xmit^xfrm_output_resume^xfrm_output^udp_tunnel6_xmit_skb^ip6_tnl_xmit" \
	"^ip_vs_tunnel_xmit^wg_packet_tx_worker^vxlan_xmit^vxlan_xmit_one^geneve_xmit^ipgre_xmit^ipip_tunnel_xmit"

/* A packet that ends in a tunnel is the outer one. */
#define NOT_DECAP                                                                                                 \
	"!vxlan_rcv!vxlan_udp_encap_recv!geneve_udp_encap_recv!xfrm4_rcv!xfrm_input!gre_rcv!ipip_rcv!tunnel4_rcv" \
	"!tunnel6_rcv!wg_receive!gue_udp_recv!fou_udp_recv!bareudp_udp_encap_recv!gtp_encap_recv!ip_tunnel_rcv"

#define FAST(hook)                                                                      \
	hook ">neigh_xmit " hook ">nf_flow_queue_xmit " hook ">nf_flow_xmit_xfrm " hook \
	     ">__dev_queue_xmit " hook ">dev_queue_xmit"

/* clang-format off */
#define LESS(n, g, s, p, u) { .name = (n), .group = FB_WORD_##g, .says = (s), .proof = (p), .unless = (u) }
#define WORD(n, g, s, p)    LESS(n, g, s, p, NULL)

const struct fb_word fb_words[] = {
	/* --- what becomes of the packet --- */
	WORD("forward", PATH, "a packet is forwarded",
	  "ip_forward ip6_forward ip_forward_finish ip6_forward_finish "
	  FAST("nf_flow_offload_ip_hook") " " FAST("nf_flow_offload_ipv6_hook")),
	WORD("receive", PATH, "a packet is delivered to this host",
	  "tcp_v4_rcv tcp_v6_rcv tcp_v4_do_rcv tcp_v6_do_rcv tcp_rcv_established tcp_rcv_state_process "
	  "udp_rcv" NOT_DECAP " udpv6_rcv" NOT_DECAP " __udp4_lib_rcv" NOT_DECAP " udp_queue_rcv_skb" NOT_DECAP " "
	  "icmp_rcv icmpv6_rcv igmp_rcv sctp_rcv raw_local_deliver>raw_rcv raw_rcv ping_rcv "
	  "ip_local_deliver_finish" NOT_DECAP " ip_local_deliver" NOT_DECAP " "
	  "ip6_input_finish" NOT_DECAP " ip6_input" NOT_DECAP " mptcp_incoming_options"),
	WORD("send", PATH, "this host sends",
	  "ip_queue_xmit __ip_queue_xmit ip_send_skb ip6_send_skb ip6_xmit" NOT_TUNNEL " ip_push_pending_frames "
	  "ip6_push_pending_frames ip_local_out" NOT_TUNNEL " __ip_local_out" NOT_TUNNEL " ip6_local_out" NOT_TUNNEL " "
	  "ip_local_out_sk" NOT_TUNNEL " ip_build_and_send_pkt ip_send_unicast_reply udp_send_skb udp_sendmsg udpv6_sendmsg "
	  "raw_sendmsg rawv6_sendmsg ping_v4_sendmsg ping_v6_sendmsg tcp_sendmsg^tcp_bpf_sendmsg tcp_sendmsg_locked "
	  "tcp_write_xmit tcp_transmit_skb __tcp_transmit_skb tcp_send_ack"),
	WORD("reply", PATH, "this host answers while it receives",
	  "icmp_rcv>icmp_reply icmp_rcv>icmp_push_reply icmp_echo>icmp_reply icmp_echo icmpv6_echo_reply "
	  "tcp_v4_rcv>tcp_v4_send_reset tcp_v4_rcv>ip_send_unicast_reply tcp_v6_rcv>tcp_v6_send_reset "
	  "tcp_rcv_state_process>tcp_v4_send_synack tcp_v4_rcv>tcp_send_ack tcp_v4_rcv>tcp_v4_send_ack"),
	WORD("icmp-error", PATH, "this host sends an ICMP error",
	  "icmp_send __icmp_send icmp6_send icmpv6_send"),
	WORD("bridge", PATH, "a frame is bridged",
	  "br_handle_frame>br_forward br_handle_frame>__br_forward br_handle_frame>br_flood "
	  "br_handle_frame>br_dev_queue_push_xmit br_handle_frame_finish>br_forward "
	  "br_handle_frame_finish>__br_forward br_handle_frame_finish>br_flood br_forward_finish^br_dev_xmit"),
	WORD("bridge-in", PATH, "a frame is delivered to a bridge's own device", "br_pass_frame_up"),
	WORD("bridge-out", PATH, "a packet is sent by a bridge's own device", "br_dev_xmit"),
	WORD("loopback", PATH, "a packet takes the loopback device", "loopback_xmit"),
	WORD("multicast-forward", PATH, "a multicast packet is forwarded", "ip_mr_forward ipmr_queue_xmit ip6_mr_forward"),
	WORD("sockmap", PATH, "data of a socket is redirected to another socket, past TCP",
	  "tcp_bpf_sendmsg_redir tcp_bpf_sendmsg>bpf_msg_redirect_hash tcp_bpf_sendmsg>bpf_msg_redirect_map "
	  "sk_psock_skb_redirect sk_psock_verdict_apply>sk_psock_skb_redirect"),
	WORD("decapsulate", PATH, "a packet arrives at this host's end of a tunnel",
	  "xfrm_input vxlan_rcv vxlan_udp_encap_recv geneve_rx geneve_udp_encap_recv gre_rcv ipip_rcv sit_rcv wg_receive wg_packet_receive"),
	WORD("arp", PATH, "an ARP packet", "arp_rcv arp_process"),

	/* --- parts of a path --- */
	WORD("part-receive", PART, "a packet comes from a device",
	  "ip_rcv ip_list_rcv ipv6_rcv ipv6_list_rcv ip_rcv_finish ip6_rcv_finish ip_rcv_core ip_sublist_rcv "
	  "__netif_receive_skb_core __netif_receive_skb netif_receive_skb netif_receive_skb_internal "
	  "netif_receive_skb_list_internal __netif_receive_skb_one_core napi_gro_receive dev_gro_receive "
	  "gro_receive_skb napi_gro_frags enqueue_to_backlog netif_rx"),
	WORD("part-ip", PART, "IP receives a packet",
	  "ip_rcv ip_list_rcv ip_sublist_rcv ip_rcv_core ip_rcv_finish ip_rcv_finish_core ipv6_rcv ipv6_list_rcv "
	  "ip6_rcv_core ip6_rcv_finish"),
	WORD("part-send", PART, "a packet goes to a device",
	  "ip_output ip_mc_output ip_finish_output ip_finish_output2 ip6_output ip6_finish_output ip6_finish_output2 "
	  "dev_queue_xmit __dev_queue_xmit dev_hard_start_xmit sch_direct_xmit neigh_resolve_output neigh_hh_output "
	  "neigh_direct_output"),
	WORD("part-tunnel", PART, "a packet goes into a tunnel",
	  "vxlan_xmit vxlan_xmit_one geneve_xmit ipgre_xmit ipip_tunnel_xmit wg_xmit xfrm_output xfrm_output_resume esp_output"),
	WORD("part-veth", PART, "a packet goes through a veth pair", "veth_xmit veth_forward_skb"),
	WORD("part-bridge", PART, "a port of a bridge receives a frame", "br_handle_frame br_handle_frame_finish"),
	WORD("part-segment", PART, "a superpacket is segmented",
	  "__skb_gso_segment skb_gso_segment skb_mac_gso_segment inet_gso_segment udp4_ufo_fragment tcp_tso_segment tcp_gso_segment "
	  "tcp4_gso_segment skb_udp_tunnel_segment skb_segment"),
	WORD("part-hook", PART, "a packet meets netfilter's hooks",
	  "nf_hook_slow nf_iterate nf_hook_slow_list nf_conntrack_in nft_do_chain ipt_do_table"),

	/* --- family --- */
	WORD("ipv4", FAMILY, "IPv4",
	  "ip_rcv ip_list_rcv ip_rcv_core ip_rcv_finish ip_sublist_rcv ip_forward ip_local_deliver ip_local_deliver_finish "
	  "ip_output ip_finish_output ip_finish_output2 ip_local_out __ip_local_out ip_queue_xmit __ip_queue_xmit "
	  "ip_send_skb ip_do_fragment ip_fragment ip_route_input_noref ip_route_input_slow "
	  "tcp_v4_rcv tcp_v4_do_rcv icmp_rcv icmp_send __icmp_send ipv4_conntrack_in ipv4_conntrack_local "
	  "nft_do_chain_ipv4 nf_flow_offload_ip_hook inet_gro_receive ip_route_output_flow ip_mc_output "
	  "ip_rcv_finish_core udp_send_skb ip_protocol_deliver_rcu"),
	WORD("ipv6", FAMILY, "IPv6",
	  "ipv6_rcv ipv6_list_rcv ip6_rcv_finish ip6_rcv_core ip6_forward ip6_input ip6_input_finish ip6_output "
	  "ip6_finish_output ip6_finish_output2 ip6_local_out __ip6_local_out ip6_xmit ip6_send_skb tcp_v6_rcv tcp_v6_do_rcv udpv6_rcv "
	  "icmpv6_rcv ipv6_conntrack_in ipv6_conntrack_local nft_do_chain_ipv6 ip6t_do_table ip6_fragment "
	  "nf_flow_offload_ipv6_hook ipv6_gro_receive ip6_route_input udpv6_sendmsg"),

	/* --- protocol --- */
	WORD("tcp", PROTOCOL, "TCP",
	  "tcp_v4_rcv tcp_v6_rcv tcp_v4_do_rcv tcp_v6_do_rcv tcp_rcv_established tcp_rcv_state_process tcp_v4_early_demux tcp_v6_early_demux "
	  "tcp_sendmsg tcp_sendmsg_locked tcp_write_xmit tcp_transmit_skb __tcp_transmit_skb tcp_send_ack "
	  "tcp_bpf_sendmsg tcp4_gro_receive tcp6_gro_receive tcp_gro_receive tcp_packet[nf_conntrack] nf_conntrack_tcp_packet "
	  "tcp_pkt_to_tuple tcp_new tcp_in_window tcp_error tcp_manip_pkt tcp_mt tcp_v4_send_reset tcp_recvmsg tcp_ack "
	  "tcp_v4_connect tcp_v4_syn_recv_sock tcp_conn_request tcp_options nf_ct_seq_offset tcp_gso_segment tcp4_gso_segment "
	  "tcp_wfree tcp_tso_segment tcp_snat_handler tcp_dnat_handler nf_nat_tcp_manip"),
	WORD("udp", PROTOCOL, "UDP",
	  "udp_rcv" NOT_DECAP " udpv6_rcv" NOT_DECAP " __udp4_lib_rcv" NOT_DECAP " udp_queue_rcv_skb" NOT_DECAP " "
	  "udp_sendmsg udpv6_sendmsg udp_send_skb __udp_queue_rcv_skb udp_mt udp_push_pending_frames "
	  "udp_recvmsg udp_queue_rcv_one_skb" NOT_DECAP " udp_unicast_rcv_skb" NOT_DECAP " udp_send_skb"),
	LESS("udp-tracked", PROTOCOL, "UDP, by connection tracking",
	  "udp_packet[nf_conntrack] nf_conntrack_udp_packet udp_pkt_to_tuple udp_error[nf_conntrack] udp_v4_early_demux",
	  "udp udp-outer"),
	WORD("udp-outer", PROTOCOL, "UDP around another packet",
	  "vxlan_rcv vxlan_udp_encap_recv vxlan_xmit_one vxlan_xmit_skb geneve_udp_encap_recv geneve_xmit udp_tunnel_xmit_skb udp_tunnel6_xmit_skb "
	  "wg_receive xfrm4_udp_encap_rcv fou_udp_recv gue_udp_recv"),
	WORD("icmp", PROTOCOL, "ICMP",
	  "icmp_rcv icmp_echo icmp_reply icmp_unreach icmp_send __icmp_send icmp_packet[nf_conntrack] nf_conntrack_icmp_packet "
	  "icmp_pkt_to_tuple nf_conntrack_icmpv4_error icmp_error[nf_conntrack_ipv4] ping_rcv ping_v4_sendmsg icmp_new icmp_push_reply "
	  "nf_nat_icmp_reply_translation icmp_manip_pkt nf_conntrack_invert_icmp_tuple icmp_invert_tuple icmp_out_count"),
	WORD("icmpv6", PROTOCOL, "ICMPv6",
	  "icmpv6_rcv icmpv6_echo_reply icmp6_send icmpv6_send nf_conntrack_icmpv6_packet ndisc_rcv ndisc_send_ns ndisc_send_na"),
	WORD("igmp", PROTOCOL, "IGMP", "igmp_rcv"),
	WORD("sctp", PROTOCOL, "SCTP", "sctp_rcv sctp_sendmsg nf_conntrack_sctp_packet sctp_packet"),
	WORD("arp-protocol", PROTOCOL, "ARP", "arp_rcv arp_process arp_send arp_send_dst arp_xmit"),

	/* --- netfilter --- */
	WORD("conntrack", FILTER, "connection tracking",
	  "nf_conntrack_in resolve_normal_ct ipv4_conntrack_in ipv4_conntrack_local ipv6_conntrack_in ipv6_conntrack_local "
	  "__nf_conntrack_find_get ___nf_conntrack_find_get __nf_conntrack_confirm nf_conntrack_tcp_packet "
	  "nf_conntrack_udp_packet nf_ct_get_tuple init_conntrack ipv4_confirm ipv4_helper destroy_conntrack nf_ct_destroy"),
	WORD("new-connection", FILTER, "the connection is new to connection tracking",
	  "nf_conntrack_in>init_conntrack init_conntrack __nf_conntrack_alloc __nf_conntrack_hash_insert"),
	WORD("ct-events", FILTER, "events of connection tracking", "nf_ct_deliver_cached_events nf_ct_ecache_ext_add"),
	WORD("nat", FILTER, "NAT",
	  "nf_nat_inet_fn nf_nat_ipv4_fn nf_nat_ipv4_in nf_nat_ipv4_out nf_nat_ipv4_local_fn nf_nat_ipv4_pre_routing "
	  "nf_nat_packet nf_nat_setup_info nf_nat_fn nf_nat_ipv6_fn nf_nat_ipv6_in nf_nat_ipv6_out nf_nat_manip_pkt "
	  "nf_nat_ipv4_local_in iptable_nat_ipv4_in iptable_nat_ipv4_out iptable_nat_ipv4_fn iptable_nat_ipv4_local_fn "
	  "nft_nat_eval nft_masq_ipv4_eval nft_masq_eval nf_nat_masquerade_ipv4 masquerade_tg"),
	WORD("nat-rewrites", FILTER, "NAT changes the packet's addresses",
	  "nf_nat_manip_pkt manip_pkt nf_nat_ipv4_manip_pkt nf_nat_ipv6_manip_pkt nft_nat_eval nft_masq_ipv4_eval "
	  "nf_nat_masquerade_ipv4 masquerade_tg l4proto_manip_pkt tcp_manip_pkt udp_manip_pkt icmp_manip_pkt "
	  "xt_snat_target_v0 xt_dnat_target_v0 xt_snat_target_v1 xt_dnat_target_v1"),
	WORD("nft", FILTER, "rules of nftables (nft, or iptables-nft)",
	  "nft_do_chain nft_do_chain_ipv4 nft_do_chain_ipv6 nft_do_chain_inet nft_do_chain_bridge nft_do_chain_netdev nft_nat_do_chain "
	  "nft_meta_get_eval nft_immediate_eval nft_cmp_eval nft_lookup_eval nft_counter_eval nft_payload_eval"),
	WORD("nft-compat", FILTER, "rules of iptables-nft, with matches or targets of iptables",
	  "nft_match_eval nft_target_eval_xt nft_match_large_eval nft_target_eval_bridge"),
	WORD("nft-inet", FILTER, "a table of nftables of the family inet", "nft_do_chain_inet"),
	WORD("iptables", FILTER, "tables of iptables-legacy",
	  "ipt_do_table iptable_filter_hook iptable_mangle_hook iptable_raw_hook iptable_nat_do_chain ip6t_do_table "
	  "iptable_nat_ipv4_fn iptable_nat_ipv4_in iptable_nat_ipv4_out iptable_nat_ipv4_local_fn iptable_security_hook"),
	WORD("iptables-raw", FILTER, "the table raw of iptables-legacy", "iptable_raw_hook ip6table_raw_hook"),
	WORD("iptables-mangle", FILTER, "the table mangle of iptables-legacy", "iptable_mangle_hook ip6table_mangle_hook"),
	WORD("iptables-filter", FILTER, "the table filter of iptables-legacy", "iptable_filter_hook ip6table_filter_hook"),
	WORD("iptables-nat", FILTER, "the table nat of iptables-legacy",
	  "iptable_nat_do_chain iptable_nat_ipv4_fn iptable_nat_ipv4_in iptable_nat_ipv4_out iptable_nat_ipv4_local_fn "
	  "nf_nat_inet_fn>ipt_do_table nf_nat_ipv4_fn>ipt_do_table"),
	WORD("ebtables", FILTER, "tables of ebtables", "ebt_do_table ebt_in_hook ebt_out_hook ebt_nat_in ebt_nat_out"),
	WORD("br_netfilter", FILTER, "bridged frames meet the hooks of IP (br_netfilter)",
	  "br_nf_pre_routing br_nf_pre_routing_finish br_nf_forward_ip br_nf_forward br_nf_post_routing br_nf_local_in "
	  "br_nf_forward_finish br_nf_hook_thresh br_nf_dev_queue_xmit"),
	LESS("br_netfilter-loaded", FILTER, "br_netfilter is loaded", "ip_sabotage_in", "br_netfilter"),
	WORD("ipvs", FILTER, "IPVS",
	  "ip_vs_in ip_vs_out ip_vs_in_hook ip_vs_out_hook ip_vs_local_request4 ip_vs_local_reply4 ip_vs_remote_request4 "
	  "ip_vs_reply4 ip_vs_forward_icmp ip_vs_schedule ip_vs_conn_in_get ip_vs_nat_xmit ip_vs_dr_xmit ip_vs_preroute_frag4"),
	WORD("ipvs-sends", FILTER, "IPVS sends the packet to a server",
	  "ip_vs_nat_xmit ip_vs_dr_xmit ip_vs_tunnel_xmit ip_vs_schedule"),
	WORD("flowtable", FILTER, "a flowtable looks the packet up",
	  "nf_flow_offload_ip_hook nf_flow_offload_ipv6_hook nf_flow_offload_inet_hook flow_offload_lookup"),
	WORD("flowtable-fast", FILTER, "the flowtable forwards the packet",
	  FAST("nf_flow_offload_ip_hook") " " FAST("nf_flow_offload_ipv6_hook")),
	WORD("flowtable-add", FILTER, "a flow is added to the flowtable", "flow_offload_add flow_offload_alloc"),
	WORD("defrag", FILTER, "fragments are put together before the hooks",
	  "ipv4_conntrack_defrag>ip_defrag nf_ct_frag6_gather"),
	WORD("nfqueue", FILTER, "a program decides (NFQUEUE)", "nf_queue nfqnl_enqueue_packet"),

	/* --- tunnels --- */
	WORD("esp-out", TUNNEL, "ESP encapsulates", "esp_output esp6_output esp_output_tail esp6_output_tail esp_xmit esp6_xmit"),
	WORD("esp-in", TUNNEL, "ESP decapsulates", "xfrm4_esp_rcv xfrm6_esp_rcv esp_input esp6_input esp_input_done2"),
	LESS("xfrm-out", TUNNEL, "IPsec sends", "xfrm_output xfrm_output_resume xfrm4_output", "esp-out"),
	LESS("xfrm-in", TUNNEL, "IPsec receives", "xfrm_input xfrm4_rcv", "esp-in"),
	WORD("xfrm-policy", TUNNEL, "policies of IPsec are looked up", "xfrm_policy_lookup_bytype xfrm_policy_lookup xfrm_resolve_and_create_bundle"),
	WORD("vxlan-out", TUNNEL, "VXLAN encapsulates", "vxlan_xmit vxlan_xmit_one vxlan_xmit_skb"),
	WORD("vxlan-in", TUNNEL, "VXLAN decapsulates", "vxlan_rcv vxlan_udp_encap_recv"),
	WORD("geneve", TUNNEL, "Geneve", "geneve_xmit geneve_udp_encap_recv geneve_rx"),
	WORD("gre-out", TUNNEL, "GRE encapsulates", "ipgre_xmit gre_tap_xmit ip6gre_tunnel_xmit erspan_xmit gre_build_header __gre_xmit"),
	WORD("gre-in", TUNNEL, "GRE decapsulates", "gre_rcv ipgre_rcv __ipgre_rcv"),
	WORD("ipip-out", TUNNEL, "IP in IP encapsulates", "ipip_tunnel_xmit ip4ip6_tnl_xmit ip6ip6_tnl_xmit sit_tunnel_xmit"),
	WORD("ipip-in", TUNNEL, "IP in IP decapsulates", "ipip_rcv mplsip_rcv ipip6_rcv ip6ip6_rcv ip4ip6_rcv"),
	WORD("wireguard-out", TUNNEL, "WireGuard encrypts", "wg_xmit wg_packet_send_staged_packets wg_packet_encrypt_worker wg_packet_tx_worker"),
	WORD("wireguard-in", TUNNEL, "WireGuard decrypts", "wg_receive wg_packet_receive wg_packet_decrypt_worker wg_packet_rx_poll"),
	WORD("openvswitch", TUNNEL, "Open vSwitch", "ovs_vport_receive ovs_dp_process_packet netdev_frame_hook[openvswitch] ovs_execute_actions internal_dev_xmit[openvswitch] ovs_vport_send"),

	/* --- devices --- */
	WORD("virtio_net", DEVICE, "virtio_net", "virtnet_poll virtnet_poll_tx virtnet_receive start_xmit[virtio_net=] xmit_skb[virtio_net=] skb_recv_done[virtio_net=] receive_buf[virtio_net=] start_xmit>virtqueue_add_outbuf"),
	WORD("igb", DEVICE, "igb", "igb_poll igb_xmit_frame igb_xmit_frame_ring igb_msix_ring igb_clean_rx_irq"),
	WORD("igc", DEVICE, "igc", "igc_poll igc_xmit_frame igc_msix_ring"),
	WORD("ixgbe", DEVICE, "ixgbe", "ixgbe_poll ixgbe_xmit_frame ixgbe_xmit_frame_ring ixgbe_msix_clean_rings ixgbe_clean_rx_irq"),
	WORD("ixgbevf", DEVICE, "ixgbevf", "ixgbevf_poll ixgbevf_xmit_frame"),
	WORD("i40e", DEVICE, "i40e", "i40e_napi_poll i40e_lan_xmit_frame i40e_msix_clean_rings i40e_clean_rx_irq"),
	WORD("iavf", DEVICE, "iavf", "iavf_napi_poll iavf_xmit_frame"),
	WORD("ice", DEVICE, "ice", "ice_napi_poll ice_start_xmit ice_clean_rx_irq"),
	WORD("e1000e", DEVICE, "e1000e", "e1000e_poll e1000_clean[e1000e=] e1000_xmit_frame[e1000e=] e1000_clean_rx_irq[e1000e=] e1000_clean_tx_irq[e1000e=] e1000_intr_msi[e1000e=]"),
	WORD("e1000", DEVICE, "e1000", "e1000_clean[e1000=] e1000_xmit_frame[e1000=] e1000_clean_rx_irq[e1000=]"),
	LESS("e1000-or-e1000e", DEVICE, "e1000 or e1000e", "e1000_clean e1000_xmit_frame e1000_clean_rx_irq e1000_intr e1000_clean_tx_irq", "e1000 e1000e"),
	WORD("mlx5", DEVICE, "mlx5", "mlx5e_napi_poll mlx5e_xmit mlx5e_poll_rx_cq"),
	WORD("mlx4", DEVICE, "mlx4", "mlx4_en_poll_rx_cq mlx4_en_xmit mlx4_en_process_rx_cq"),
	WORD("bnx2x", DEVICE, "bnx2x", "bnx2x_poll bnx2x_start_xmit"),
	WORD("bnx2", DEVICE, "bnx2", "bnx2_poll bnx2_poll_msix bnx2_start_xmit bnx2_poll_work"),
	WORD("bnxt", DEVICE, "bnxt", "bnxt_poll bnxt_start_xmit"),
	WORD("tg3", DEVICE, "tg3", "tg3_poll tg3_start_xmit tg3_poll_msix"),
	WORD("r8169", DEVICE, "r8169", "rtl8169_poll rtl8169_start_xmit"),
	WORD("8139cp", DEVICE, "8139cp", "cp_rx_poll cp_start_xmit"),
	WORD("be2net", DEVICE, "be2net", "be_poll be_xmit"),
	WORD("ena", DEVICE, "ena", "ena_io_poll ena_start_xmit"),
	WORD("gve", DEVICE, "gve", "gve_napi_poll gve_tx"),
	WORD("hv_netvsc", DEVICE, "hv_netvsc", "netvsc_poll netvsc_start_xmit netvsc_send"),
	WORD("vmxnet3", DEVICE, "vmxnet3", "vmxnet3_poll_rx_only vmxnet3_poll vmxnet3_xmit_frame vmxnet3_rq_rx_complete"),
	WORD("xen-netfront", DEVICE, "xen-netfront", "xennet_poll xennet_start_xmit"),
	WORD("bcmgenet", DEVICE, "bcmgenet", "bcmgenet_rx_poll bcmgenet_xmit"),
	WORD("cpsw", DEVICE, "cpsw", "cpsw_rx_poll cpsw_rx_mq_poll cpsw_ndo_start_xmit"),
	WORD("fec", DEVICE, "fec", "fec_enet_rx_napi fec_enet_start_xmit"),
	WORD("stmmac", DEVICE, "stmmac", "stmmac_napi_poll_rx stmmac_xmit stmmac_poll"),
	WORD("xgene-enet", DEVICE, "xgene-enet", "xgene_enet_napi xgene_enet_start_xmit xgene_enet_process_ring"),
	WORD("mvneta", DEVICE, "mvneta", "mvneta_poll mvneta_tx"),
	WORD("smsc95xx", DEVICE, "smsc95xx", "smsc95xx_rx_fixup smsc95xx_tx_fixup"),
	WORD("usbnet", DEVICE, "a USB adapter", "usbnet_start_xmit usbnet_bh rx_complete[usbnet] lan78xx_start_xmit r8152_poll rtl8152_start_xmit"),
	WORD("wifi", DEVICE, "a wireless card", "ieee80211_subif_start_xmit ieee80211_rx_napi ieee80211_rx_list ieee80211_tx"),
	WORD("veth", DEVICE, "veth", "veth_xmit veth_poll veth_forward_skb"),
	WORD("tun", DEVICE, "tun or tap", "tun_net_xmit tun_get_user tun_chr_write_iter tun_build_skb tun_sendmsg tun_do_read tap_get_user"),
	WORD("bonding", DEVICE, "bonding", "bond_start_xmit bond_handle_frame bond_dev_queue_xmit"),
	WORD("team", DEVICE, "team", "team_xmit team_handle_frame"),
	WORD("vlan", DEVICE, "VLAN", "vlan_dev_hard_start_xmit vlan_do_receive vlan_skb_recv"),
	WORD("macvlan", DEVICE, "macvlan", "macvlan_start_xmit macvlan_handle_frame macvlan_queue_xmit"),
	WORD("ipvlan", DEVICE, "ipvlan", "ipvlan_start_xmit ipvlan_handle_frame ipvlan_queue_xmit"),
	WORD("dummy", DEVICE, "dummy", "dummy_xmit"),
	WORD("ifb", DEVICE, "ifb", "ifb_xmit"),
	WORD("backlog", DEVICE, "the CPU's backlog (of loopback, veth, tunnels, RPS)", "process_backlog enqueue_to_backlog netif_rx netif_rx_internal"),

	/* --- details --- */
	WORD("xdp-generic", DETAIL, "a device has generic XDP", "do_xdp_generic netif_receive_generic_xdp bpf_prog_run_generic_xdp"),
	WORD("xdp", DETAIL, "XDP", "xdp_do_redirect virtnet_xdp_handler bpf_prog_run_xdp xdp_do_generic_redirect"),
	WORD("tc", DETAIL, "classifiers of tc", "tcf_classify tc_classify tcf_classify_ingress cls_bpf_classify tcf_action_exec tcx_run"),
	WORD("fragment", DETAIL, "IP fragments a packet", "ip_do_fragment ip_fragment ip6_fragment"),
	WORD("gro", DETAIL, "GRO", "dev_gro_receive napi_gro_receive gro_receive_skb napi_gro_frags"),
	WORD("gso", DETAIL, "a superpacket is segmented", "__skb_gso_segment skb_gso_segment skb_segment skb_mac_gso_segment"),
	WORD("list", DETAIL, "packets of a batch are handled as a list", "ip_list_rcv ipv6_list_rcv netif_receive_skb_list_internal __netif_receive_skb_list_core"),
	WORD("neighbour-unknown", DETAIL, "the neighbour is unknown or stale", "neigh_resolve_output>__neigh_event_send __neigh_event_send neigh_probe arp_solicit"),
	WORD("tap-socket", DETAIL, "packet sockets get copies, as those of tcpdump do", "dev_queue_xmit_nit packet_rcv tpacket_rcv"),
	WORD("outer-new", DETAIL, "the tunnel's own connection is new", "vxlan_xmit>init_conntrack"),
	WORD("multicast", DETAIL, "a multicast or broadcast datagram", "__udp4_lib_mcast_deliver __udp6_lib_mcast_deliver"),
	WORD("fib-rules", DETAIL, "rules decide on the routing table", "fib_rules_lookup"),
	WORD("syn-cookie", DETAIL, "SYN cookies", "cookie_v4_init_sequence cookie_v6_init_sequence"),
	WORD("raw-socket", DETAIL, "a program sends by a raw socket", "raw_sendmsg rawv6_sendmsg"),
	WORD("tcp-connect", DETAIL, "a program opens a TCP connection", "tcp_v4_connect tcp_v6_connect tcp_connect"),
	WORD("tcp-listen", DETAIL, "a listening socket gets a SYN", "tcp_conn_request tcp_v4_conn_request"),
	WORD("delayed-ack", DETAIL, "TCP delays an ACK", "tcp_send_delayed_ack"),
	WORD("xfrm-bundle", DETAIL, "IPsec's route is not known yet", "xfrm_resolve_and_create_bundle"),

	/* --- other parts of the kernel --- */
	WORD("socket-read", OTHER, "a program's, which reads what a socket has received",
	  "tcp_recvmsg udp_recvmsg tcp_recvmsg_locked raw_recvmsg udpv6_recvmsg"),
	WORD("vhost", OTHER, "vhost's, which carries packets between a virtual machine and this host",
	  "handle_tx[vhost_net] handle_rx[vhost_net] vhost_get_vq_desc vhost_add_used_n vhost_signal vhost_poll_wakeup"),
	WORD("files", OTHER, "a file system's", "vfs_read vfs_write vfs_open do_sys_open do_sys_openat2 do_filp_open ext4_file_write_iter ext4_sync_file ext4_writepages ext4_lookup xfs_file_read_iter xfs_file_write_iter btrfs_file_write_iter generic_file_read_iter generic_file_buffered_read filemap_read nfs_file_read fuse_file_read_iter vfs_fsync_range path_openat iterate_dir submit_bio blk_mq_submit_bio"),
	WORD("scheduler", OTHER, "the scheduler's", "schedule __schedule pick_next_task_fair pick_next_task try_to_wake_up scheduler_tick sched_tick update_process_times load_balance run_rebalance_domains"),
	WORD("memory", OTHER, "memory management's", "handle_mm_fault __handle_mm_fault do_page_fault do_user_addr_fault exc_page_fault shrink_node shrink_lruvec try_to_free_pages do_anonymous_page mmap_region"),
	WORD("process", OTHER, "process management's", "do_fork _do_fork kernel_clone do_exit do_execve do_execveat_common copy_process"),
	WORD("timer", OTHER, "a timer interrupt's", "hrtimer_interrupt tick_sched_timer tick_nohz_handler run_timer_softirq __run_timers"),
	WORD("unix-socket", OTHER, "a UNIX socket's", "unix_stream_sendmsg unix_dgram_sendmsg unix_stream_recvmsg"),
	WORD("poll", OTHER, "polling's", "do_sys_poll do_select ep_poll do_epoll_wait"),
	{ .name = NULL },
};
/* clang-format on */

int fb_word_find(const char *name)
{
	int i;

	for (i = 0; fb_words[i].name; i++)
		if (!strcmp(fb_words[i].name, name))
			return i;
	return -ENOENT;
}
